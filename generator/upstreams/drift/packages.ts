import { operationsOf } from '../check/facts.js'
import type { UpstreamFile } from '../../spec-types/files/upstream.js'

/** The closed lists of strings in a package, by the name they belong to. */
export type Enumerations = ReadonlyMap<string, readonly string[]>

const member =
  /["']?([A-Za-z_$][\w$]*)["']?\??\s*[:=]\s*(?:\w+\.enum\(\s*|new Set\(\s*)?\[?\s*((?:\|?\s*["'][^"'\n]{1,40}["']\s*[,|]?\s*){2,})/g

/** Reads the closed lists of a package's declarations and code: unions of string literals, arrays and enums of them. */
export function enumerationsIn(texts: readonly string[]): Enumerations {
  const lists = new Map<string, Set<string>>()
  for (const text of texts)
    for (const [, name = '', list = ''] of text.matchAll(member)) {
      const values = lists.get(name) ?? new Set()
      for (const [, value = ''] of list.matchAll(/["']([^"'\n]+)["']/g)) values.add(value)
      lists.set(name, values)
    }
  return new Map([...lists].map(([name, values]) => [name, [...values].sort()]))
}

/** A list that differs between two versions of a package. */
export interface ChangedList {
  name: string
  added: string[]
  removed: string[]
}

/** What changed between two versions. */
export function changedLists(before: Enumerations, after: Enumerations): ChangedList[] {
  return [...new Set([...before.keys(), ...after.keys()])].sort().flatMap((name) => {
    const old = before.get(name) ?? []
    const now = after.get(name) ?? []
    const added = now.filter((value) => !old.includes(value))
    const removed = old.filter((value) => !now.includes(value))
    return added.length + removed.length === 0 ? [] : [{ name, added, removed }]
  })
}

/** The rows of a mapping whose tables a changed list concerns: those that hold one of its values. */
export function rowsConcerned(source: UpstreamFile, { name, added, removed }: ChangedList): string[] {
  return operationsOf(source).flatMap(([kind, { rows }]) =>
    rows.flatMap((row, index) => {
      const theirs = [...Object.values(row.values ?? {}), ...(row.accepts ?? [])]
      const named = row.to.split('/').at(-1)?.toLowerCase() === name.toLowerCase()
      const touched = removed.some((value) => theirs.includes(value))
      return touched || (named && theirs.length > 0 && added.length > 0) ? [`/operations/${kind}/rows/${index}`] : []
    }),
  )
}
