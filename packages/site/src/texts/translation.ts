import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { ContentError } from '../content-error.js'
import type { LanguageCode } from './code.js'
import { fill } from './fill.js'
import type { Language } from './language.js'

/**
 * Texts that are written in English elsewhere (doc comments of the client, commands of the terminal, pages of the
 * generator), in another language: `content/<language>/texts/<name>.json` holds the translation beside each English text.
 * A text that has changed since is not found there, and is shown in English, marked as such.
 */
export interface Translation {
  /** A text in the language, or as it is where there is no translation of it. */
  say: (text: string) => string
  /** Whether a text is English, on a page in another language. */
  isEnglish: (text: string) => boolean
}

const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim()

/** Whether a text has words to be translated: two letters in a row, outside code, addresses and units of figures. */
const hasWords = (text: string): boolean =>
  /[A-Za-z]{2}/.test(
    text.replace(/`[^`]*`|<a id="[^"]*"><\/a>|\]\([^)]*\)|https?:\S+|(?<=\d )(?:[kMG]B|ms|ns)\b/g, ' '),
  )

/** A text with places: `all {number}` stands for `all 27` and `all 28`. */
interface Pattern {
  matches: RegExp
  places: string[]
  translated: string
}

/** What may stand in a place, by the beginning of its name; in any other place anything may. */
const forms = { number: String.raw`\d+`, codes: '`[^`]*`(?:(?:, | and )`[^`]*`)*', code: '`[^`]*`' }

const formOf = (name: string): string =>
  Object.entries(forms).find(([beginning]) => name.startsWith(beginning))?.[1] ?? '.+?'

const patternOf = ([english, translated]: readonly [string, string]): Pattern[] => {
  const parts = english.split(/\{(\w+)\}/)
  const places = parts.filter((_, at) => at % 2 === 1)
  const matches = parts.map((part, at) =>
    at % 2 === 1 ? `(${formOf(part)})` : part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'),
  )
  return places.length === 0 ? [] : [{ matches: new RegExp(`^${matches.join('')}$`), places, translated }]
}

/** Whether what stands in a place is a text of the table itself; figures, code and names stay as they are. */
const isText = (name: string): boolean => name.startsWith('text')

/** A text as it was translated, with the titles in it that stay English. */
interface Found {
  translated: string
  titles: string[]
}

/** Whether a place holds code, one or several: `a`, `b` and `c`. */
const isList = (name: string): boolean => name.startsWith('codes')

/** Whether a place holds the title of something that is written in English: it stays, and is marked as English. */
const isTitle = (name: string): boolean => name === 'title'

/** Prepares a table once. What is missing is noted anew for each page that is translated by it. */
const translator = (table: ReadonlyMap<string, string>, listComma: string): (() => Translation) => {
  const patterns = [...table].flatMap(patternOf)
  const inPlace = (name: string, part: string): string | undefined =>
    isText(name) ? find(part)?.translated : isList(name) ? part.replace(/`(?:, | and )`/g, `\`${listComma}\``) : part
  const byPattern = (text: string): Found | undefined => {
    for (const { matches, places, translated } of patterns) {
      const parts = matches.exec(text)?.slice(1)
      const said = parts?.map((part, at) => inPlace(places[at] ?? '', part))
      if (said?.every((part) => part !== undefined) === true)
        return {
          translated: fill(translated, Object.fromEntries(said.map((part, at) => [places[at] ?? '', part]))),
          titles: parts?.filter((_, at) => isTitle(places[at] ?? '')) ?? [],
        }
    }
    return undefined
  }
  const find = (text: string): Found | undefined => {
    const translated = table.get(text) ?? (hasWords(text) ? undefined : text)
    return translated === undefined ? byPattern(text) : { translated, titles: [] }
  }
  return () => {
    const missing = new Set<string>()
    return {
      say: (text) => {
        const line = oneLine(text)
        const found = find(line)
        for (const left of found?.titles ?? [line]) missing.add(left)
        return found === undefined || found.translated === line ? text : found.translated
      },
      isEnglish: (text) => missing.size > 0 && missing.has(oneLine(text)),
    }
  }
}

/**
 * Translates by a table of English texts. Where a text of the table has places, such as `{number}`, it stands for every
 * text that differs in them alone: a place whose name begins with `number`, `code` or `codes` for a figure, for code or
 * for a list of code, one whose name begins with `text` for a text that is translated in turn, `title` for a title that
 * stays English, any other for anything.
 */
export const translationBy = (table: ReadonlyMap<string, string>, listComma = ', '): Translation =>
  translator(table, listComma)()

const pathOf = (name: string, code: LanguageCode): string =>
  fileURLToPath(new URL(`../../content/${code}/texts/${name}.json`, import.meta.url))

/** Whether there is a table of translations of this name in a language. */
export const hasTranslation = (name: string, code: LanguageCode): boolean => existsSync(pathOf(name, code))

/** The table of texts for a page, which those of a folder share with the page that lists them. */
export const tableOf = (file: string): string => file.replace(/\.md$|\/.*$/, '')

/** The names of the tables of translations into a language. */
export const translationNames = (code: LanguageCode): string[] =>
  readdirSync(fileURLToPath(new URL(`../../content/${code}/texts/`, import.meta.url))).map((file) =>
    file.replace(/\.json$/, ''),
  )

/** The texts of a table of translations, by the English ones. */
const translationTable = (name: string, code: LanguageCode): ReadonlyMap<string, string> => {
  const value: unknown = JSON.parse(readFileSync(pathOf(name, code), 'utf8'))
  if (typeof value !== 'object' || value === null)
    throw new ContentError(`${pathOf(name, code)} is not a table of texts`)
  return new Map(
    Object.entries(value).map(([english, translated]): [string, string] => [oneLine(english), String(translated)]),
  )
}

const asItIs: Translation = { say: (text) => text, isEnglish: () => false }

/** The tables as they were prepared: every page of a folder is translated by the same. */
const prepared = new Map<string, () => Translation>()

/** The translation into a language by the table of this name; English stays as it is. */
export const translation = (name: string, { code, texts }: Language): Translation => {
  if (code === 'en') return asItIs
  const before = prepared.get(pathOf(name, code))
  if (before !== undefined) return before()
  const now = translator(translationTable(name, code), texts.listComma)
  prepared.set(pathOf(name, code), now)
  return now()
}

/** A line of Markdown that begins a block of its own: a heading, an item of a list, a row of a table. */
const beginning = /^(#+ +|\s*(?:[-*]|\d+\.) +)?((?:<a id="[^"]*"><\/a>)?)/

const isRow = (line: string): boolean => /^\s*\|/.test(line)

const cellsOf = (row: string): string[] =>
  row
    .trim()
    .replace(/^\||\|$/g, '')
    .split(/(?<!\\)\|/)
    .map((cell) => cell.trim().replaceAll('\\|', '|'))

const rowIn = (row: string, say: (text: string) => string): string =>
  /^[\s|:-]+$/.test(row)
    ? row
    : `| ${cellsOf(row)
        .map((cell) => {
          const [anchor = ''] = /^<a id="[^"]*"><\/a>/.exec(cell) ?? []
          return (anchor + say(cell.slice(anchor.length))).replaceAll('|', '\\|')
        })
        .join(' | ')} |`

/** The lines of a paragraph, an item or a heading, as one text in the language. */
const blockIn = (lines: string[], say: (text: string) => string): string => {
  const text = lines.join(' ')
  const [, start = '', anchor = ''] = beginning.exec(text) ?? []
  return start + anchor + say(text.slice(start.length + anchor.length).trim())
}

/** Markdown in another language, block by block; programs, names and figures stay the ones of the original. */
export const markdownIn = (markdown: string, { say }: Translation): string => {
  const written: string[] = []
  let block: string[] = []
  const flush = (): void => {
    if (block.length > 0) written.push(blockIn(block, say))
    block = []
  }
  let inProgram = false
  for (const line of markdown.split('\n')) {
    const isFence = line.startsWith('```')
    if (isFence || inProgram || isRow(line) || line.trim() === '') {
      flush()
      written.push(!isFence && !inProgram && isRow(line) ? rowIn(line, say) : line)
      if (isFence) inProgram = !inProgram
    } else {
      if (/^(#+ |\s*(?:[-*]|\d+\.) )/.test(line)) flush()
      block.push(line.trim() === line ? line : block.length === 0 ? line : line.trim())
    }
  }
  flush()
  return written.join('\n')
}
