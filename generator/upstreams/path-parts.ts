/** A path cut at its variables, which are written in braces. */
export function pathParts(path: string): (string | { variable: string })[] {
  return path.split(/(\{[^{}]*\})/).flatMap((part): (string | { variable: string })[] => {
    if (part === '') return []
    return /^\{.*\}$/.test(part) ? [{ variable: part.slice(1, -1) }] : [part]
  })
}
