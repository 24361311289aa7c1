/**
 * The first member that an object in a JSON text has twice, however its name is written; undefined where there is none. `json`
 * must be valid. `JSON.parse` does not say so: it takes the last of them.
 */
export function repeatedName(json: string): string | undefined {
  const objects: Set<string>[] = []
  let start: number | undefined
  let string = ''
  for (const { 0: token, index } of json.matchAll(/\\.|["{}:]/gs)) {
    if (token === '"' && start === undefined) start = index
    else if (token === '"') {
      string = json.slice(start, index + 1)
      start = undefined
    } else if (start !== undefined) continue
    else if (token === '{') objects.push(new Set())
    else if (token === '}') objects.pop()
    else {
      const name = JSON.parse(string) as string
      const names = objects.at(-1)
      if (names?.has(name)) return name
      names?.add(name)
    }
  }
  return undefined
}
