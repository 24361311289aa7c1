import { isDeepStrictEqual } from 'node:util'
import type { Upstream } from './settings.js'

/** What a changed configuration says of an upstream. */
export interface UpstreamChange {
  name: string
  change: 'added' | 'removed' | 'changed'
  /** The members that differ, by their names in the configuration file. */
  members: string[]
}

/** Members whose names in the settings are others. */
const memberNames: Readonly<Record<string, string>> = {
  apiKey: 'key',
  baseUrl: 'url',
  pollDeadline: 'pollDeadlineSeconds',
  protocolDigest: 'the file of its protocol',
  protocolFolder: 'protocols',
}

/** In what the upstreams differ, in the order of the new ones; those that were removed come last. */
export function upstreamChanges(before: readonly Upstream[], next: readonly Upstream[]): UpstreamChange[] {
  const [old, now] = [byName(before), byName(next)]
  return [
    ...next.flatMap((upstream): UpstreamChange[] => {
      const { name } = upstream
      const known = old.get(name)
      if (known === undefined) return [{ name, change: 'added', members: [] }]
      const members = differentMembers(known, upstream)
      return members.length === 0 ? [] : [{ name, change: 'changed', members }]
    }),
    ...before
      .filter(({ name }) => !now.has(name))
      .map(({ name }): UpstreamChange => ({ name, change: 'removed', members: [] })),
  ]
}

function byName(upstreams: readonly Upstream[]): ReadonlyMap<string, Upstream> {
  return new Map(upstreams.map((upstream) => [upstream.name, upstream]))
}

function differentMembers(one: Upstream, other: Upstream): string[] {
  return [...new Set([...Object.keys(one), ...Object.keys(other)])]
    .filter((name) => !isDeepStrictEqual(Reflect.get(one, name), Reflect.get(other, name)))
    .map((name) => memberNames[name] ?? name)
    .sort()
}
