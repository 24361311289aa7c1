/** Columns that a string takes on a terminal: Chinese, Japanese, Korean and emoji two a character, marks and colours none. */
export function widthOf(text: string): number {
  const plain = text.replace(colours, '')
  if (printableAscii.test(plain)) return plain.length
  let width = 0
  for (const { segment } of segments().segment(plain)) width += widthOfCharacter(segment)
  return width
}

/** A string in pieces that must not be cut: colours, and characters with the marks that belong to them. */
export function piecesOf(text: string): string[] {
  return text
    .split(new RegExp(`(${colours.source})`))
    .flatMap((part) => (colourOnly.test(part) ? [part] : [...segments().segment(part)].map(({ segment }) => segment)))
}

let segmenter: Intl.Segmenter | undefined

/** Made when first needed, since that takes longer than most commands. */
function segments(): Intl.Segmenter {
  segmenter ??= new Intl.Segmenter(undefined, { granularity: 'grapheme' })
  return segmenter
}

const printableAscii = /^[ -~]*$/
const colours = /\x1b\[[\d;]*m/g
const colourOnly = new RegExp(`^${colours.source}$`)

/** Wide and full-width characters of Unicode's East Asian Width, and pictures. */
const wide =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\u33ff\u3400-\u4dbf\u4e00-\u9fff\ua000-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff01-\uff60\uffe0-\uffe6\u{1f300}-\u{1faff}\u{20000}-\u{3fffd}]|\p{Emoji_Presentation}|\ufe0f/u

function widthOfCharacter(character: string): number {
  if (/^[\p{C}\p{M}]+$/u.test(character)) return 0
  return wide.test(character) ? 2 : 1
}
