import { RegExpParser } from '@eslint-community/regexpp'
import { getLengthRange } from 'regexp-ast-analysis'

/** How many characters the strings of a pattern have at least and at most; nothing is known of the most where it has no end. */
export interface Lengths {
  least: number
  most: number
}

/** The lengths that a pattern lets pass. It is one of those that every engine reads alike: no look-around, no named group. */
export function patternLengths(pattern: string): Lengths {
  const { alternatives } = new RegExpParser().parsePattern(pattern, undefined, undefined, { unicode: true })
  const { min, max } = getLengthRange(alternatives, { unicode: true })
  const isWhole = alternatives.every(({ elements }) => {
    const [first, last] = [elements[0], elements.at(-1)]
    return first?.type === 'Assertion' && first.kind === 'start' && last?.type === 'Assertion' && last.kind === 'end'
  })
  return { least: min, most: isWhole ? max : Number.POSITIVE_INFINITY }
}
