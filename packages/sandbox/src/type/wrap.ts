import type { Typeface } from './typeface.js'

/** Width of a line of text, in pixels at a font size. */
export function measure(typeface: Typeface, text: string, size: number, tracking = 0): number {
  let width = 0
  let characters = 0
  for (const character of text) {
    width += typeface.advance(character.codePointAt(0) ?? 0)
    characters++
  }
  return (width * size) / typeface.unitsPerEm + Math.max(0, characters - 1) * tracking
}

/** Shortens a line until it fits, with an ellipsis: centred dots, as Chinese writes them, only after an ideograph. */
export function ellipsise(typeface: Typeface, text: string, size: number, width: number): string {
  if (measure(typeface, text, size) <= width) return text
  const characters = [...text]
  const shortened = () => {
    const kept = characters.join('').trimEnd()
    return kept + (IDEOGRAPH.test(kept.slice(-2)) ? '…' : '...')
  }
  while (characters.length > 0 && measure(typeface, shortened(), size) > width) characters.pop()
  return shortened()
}

/**
 * Breaks a text into lines no wider than `width` pixels. Latin text breaks at spaces, Chinese and Japanese anywhere
 * but before closing and after opening punctuation; a word wider than the line breaks inside.
 */
export function wrapText(typeface: Typeface, text: string, size: number, width: number): string[] {
  const lines: string[] = []
  let line = ''
  for (const piece of pieces(text)) {
    if (measure(typeface, (line + piece).trimEnd(), size) <= width) {
      line += line === '' ? piece.trimStart() : piece
      continue
    }
    if (line.trim() !== '') lines.push(line.trimEnd())
    line = ''
    for (const character of piece.trimStart()) {
      if (line !== '' && measure(typeface, (line + character).trimEnd(), size) > width) {
        lines.push(line)
        line = ''
      }
      line += character
    }
  }
  if (line.trim() !== '') lines.push(line.trimEnd())
  return lines
}

const IDEOGRAPH = /[\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff\uff00-\uffef\u{20000}-\u{3ffff}]/u
const NOT_FIRST = /[，。、；：？！）」』】》〉”’…—,.;:?!)\]}%]/u
const NOT_LAST = /[（「『【《〈“‘([{]/u

/** Cuts a text where a line may end: after spaces, and around ideographs where punctuation allows it. */
function pieces(text: string): string[] {
  const found: string[] = []
  let piece = ''
  let previous = ''
  for (const character of text) {
    const afterSpace = previous === ' ' && character !== ' '
    const aroundIdeograph =
      (IDEOGRAPH.test(character) || IDEOGRAPH.test(previous)) &&
      character !== ' ' &&
      !NOT_FIRST.test(character) &&
      !NOT_LAST.test(previous)
    if (piece !== '' && (afterSpace || aroundIdeograph)) {
      found.push(piece)
      piece = ''
    }
    piece += character
    previous = character
  }
  return piece === '' ? found : [...found, piece]
}
