const stringOrNumber = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/gs

/** The first number of a JSON text that would be sent as another one: it is beyond what JavaScript keeps exactly. */
export const inexactNumber = (text: string): string | undefined => {
  for (const [token] of text.matchAll(stringOrNumber))
    if (!token.startsWith('"') && Math.abs(Number(token)) > Number.MAX_SAFE_INTEGER) return token
  return undefined
}
