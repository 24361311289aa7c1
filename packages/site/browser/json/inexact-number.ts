const stringOrNumber = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/gs

/** The first number of a JSON text that would be sent as another one, and its index: it is beyond what JavaScript keeps exactly. */
export const inexactNumber = (text: string): { number: string; at: number } | undefined => {
  for (const { 0: token, index } of text.matchAll(stringOrNumber))
    if (!token.startsWith('"') && Math.abs(Number(token)) > Number.MAX_SAFE_INTEGER) return { number: token, at: index }
  return undefined
}
