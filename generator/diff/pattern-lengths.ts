/** How many characters the strings of a pattern have at least and at most; nothing is known of the most where it has no end. */
export interface Lengths {
  least: number
  most: number
}

/** The lengths that a pattern lets pass. It is one of those that every engine reads alike: no look-around, no named group. */
export function patternLengths(pattern: string): Lengths {
  const alternatives = alternativesIn({ text: pattern, at: 0 })
  return {
    least: Math.min(...alternatives.map(({ least }) => least)),
    most: Math.max(...alternatives.map(({ most, starts, ends }) => (starts && ends ? most : Number.POSITIVE_INFINITY))),
  }
}

interface Cursor {
  readonly text: string
  at: number
}

interface Alternative extends Lengths {
  /** Whether it begins with `^`, and ends with `$`. */
  starts: boolean
  ends: boolean
}

/** What stands between the bars, until the closing bracket or the end. */
function alternativesIn(cursor: Cursor): Alternative[] {
  const found = [alternativeIn(cursor)]
  while (cursor.text[cursor.at] === '|') {
    cursor.at++
    found.push(alternativeIn(cursor))
  }
  return found
}

function alternativeIn(cursor: Cursor): Alternative {
  const alternative: Alternative = { least: 0, most: 0, starts: false, ends: false }
  const start = cursor.at
  while (cursor.at < cursor.text.length && cursor.text[cursor.at] !== '|' && cursor.text[cursor.at] !== ')') {
    const mark = cursor.text[cursor.at]
    if (mark === '^' || mark === '$') {
      if (mark === '^' && cursor.at === start) alternative.starts = true
      cursor.at++
      alternative.ends = mark === '$'
      continue
    }
    const { least, most } = atomIn(cursor)
    const [low, high] = repeatsIn(cursor)
    alternative.least += least * low
    alternative.most += most === 0 ? 0 : most * high
    alternative.ends = false
  }
  return alternative
}

const one: Lengths = { least: 1, most: 1 }

/** A character, a class or a group. */
function atomIn(cursor: Cursor): Lengths {
  const rest = cursor.text.slice(cursor.at)
  if (rest.startsWith('(')) {
    cursor.at += rest.startsWith('(?:') ? 3 : 1
    const inside = alternativesIn(cursor)
    cursor.at++
    return {
      least: Math.min(...inside.map(({ least }) => least)),
      most: Math.max(...inside.map(({ most }) => most)),
    }
  }
  const atom =
    /^(?:\[(?:\\.|[^\]\\])*\]|\\x[0-9A-Fa-f]{2}|\\.|[\uD800-\uDBFF][\uDC00-\uDFFF]|.)/s.exec(rest)?.[0] ?? ' '
  cursor.at += atom.length
  return one
}

/** How often what stood before is repeated. */
function repeatsIn(cursor: Cursor): [low: number, high: number] {
  const found = /^(?:[*+?]|\{([0-9]+)(,?)([0-9]*)\})\??/.exec(cursor.text.slice(cursor.at))
  if (found === null) return [1, 1]
  cursor.at += found[0].length
  const [text, low, comma, high] = found
  if (low === undefined) return [text.startsWith('+') ? 1 : 0, text.startsWith('?') ? 1 : Number.POSITIVE_INFINITY]
  return [Number(low), comma === '' ? Number(low) : high === '' ? Number.POSITIVE_INFINITY : Number(high)]
}
