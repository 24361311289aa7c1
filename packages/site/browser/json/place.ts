/** Where something stands in a text, counted from 1. A column is a character, of any size in memory. */
export interface Place {
  line: number
  column: number
}

/** The place of an index of a text. */
export const placeOf = (text: string, at: number): Place => {
  const before = text.slice(0, at).split('\n')
  return { line: before.length, column: [...(before.at(-1) ?? '')].length + 1 }
}
