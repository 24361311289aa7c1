import { inflateSync } from 'node:zlib'

/** Reads the text of a PDF that Chromium printed: its objects stand in the open, its streams are deflated, each font says what its glyphs mean. */

/** The object of a number, as text in which each character is a byte. */
const objectOf = (file: string, number: string): string => {
  const start = file.indexOf(`\n${number} 0 obj`)
  if (start < 0) throw new Error(`The PDF has no object ${number}`)
  return file.slice(start, file.indexOf('\nendobj', start))
}

const streamOf = (file: string, number: string): string => {
  const object = objectOf(file, number)
  const start = object.indexOf('stream\n') + 'stream\n'.length
  return inflateSync(Buffer.from(object.slice(start, object.lastIndexOf('\nendstream')), 'latin1')).toString('latin1')
}

const textIn = (hex: string): string =>
  String.fromCharCode(...(hex.match(/.{4}/g) ?? []).map((unit) => Number.parseInt(unit, 16)))

/** What the glyphs of a font mean, by their codes. */
const meaningsOf = (map: string): Map<number, string> => {
  const meanings = new Map<number, string>()
  for (const [, block = ''] of map.matchAll(/beginbfchar\n([\s\S]*?)endbfchar/g))
    for (const [, code = '', text = ''] of block.matchAll(/<(\w+)> <(\w+)>/g))
      meanings.set(Number.parseInt(code, 16), textIn(text))
  for (const [, block = ''] of map.matchAll(/beginbfrange\n([\s\S]*?)endbfrange/g))
    for (const [, from = '', to = '', text = ''] of block.matchAll(/<(\w+)> <(\w+)> <(\w+)>/g))
      for (let code = Number.parseInt(from, 16); code <= Number.parseInt(to, 16); code += 1)
        meanings.set(code, String.fromCharCode(Number.parseInt(text, 16) + code - Number.parseInt(from, 16)))
  return meanings
}

/** The text of each page, in the order in which it is painted. */
export const textsOfPages = (pdf: Uint8Array): string[] => {
  const file = Buffer.from(pdf).toString('latin1')
  const fonts = new Map<string, Map<number, string>>()
  const meanings = (font: string): Map<number, string> => {
    const known =
      fonts.get(font) ??
      meaningsOf(
        streamOf(file, /\/ToUnicode (\d+) 0 R/.exec(objectOf(file, font))?.[1] ?? 'without a map of its glyphs'),
      )
    fonts.set(font, known)
    return known
  }
  return [...file.matchAll(/\/Type \/Page\n[\s\S]*?\nendobj/g)].map(([page]) => {
    const names = new Map([...page.matchAll(/\/(F\d+) (\d+) 0 R/g)].map(([, name = '', number = '']) => [name, number]))
    const content = streamOf(file, /\/Contents (\d+) 0 R/.exec(page)?.[1] ?? '')
    let font = new Map<number, string>()
    const words: string[] = []
    for (const [, name, glyphs] of content.matchAll(/\/(F\d+) [\d.]+ Tf|((?:<\w+>|\[(?:<\w+>|[-\d. ])*\]) ?T[jJ])/g)) {
      if (name !== undefined) font = meanings(names.get(name) ?? '')
      else
        words.push(
          [...(glyphs ?? '').matchAll(/<(\w+)>/g)]
            .flatMap(([, hex = '']) => hex.match(/.{4}/g) ?? [])
            .map((code) => font.get(Number.parseInt(code, 16)) ?? '')
            .join(''),
        )
    }
    // A ligature is the letters it stands for.
    return words.join('').normalize('NFKC').replace(/\s+/g, ' ')
  })
}
