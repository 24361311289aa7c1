import type { Catalogue } from '../../catalogue.js'

/** What was recorded of one answer: never a value. */
export interface Recording {
  protocol: string
  request: string
  http: number
  /** What the answer meant for its task, where it told of one. */
  state?: string
  shape: { [place: string]: string[] }
}

/** A proposed edit of `spec/`, with what speaks for it. */
export interface Proposal {
  file: string
  pointer: string
  proposal: string
  evidence: string
}

/** Which unknowns of the Task the recordings settle. Types that contradict each other are proposed together. */
export function proposalsFrom(recordings: readonly Recording[], { task }: Catalogue): Proposal[] {
  const own = recordings.filter(({ protocol, http }) => protocol === 'model-tasks' && http >= 200 && http < 300)
  return task.fields.flatMap(({ name, type }) => {
    if (typeof type === 'string') return []
    const seen = own.filter(({ shape }) => shape[`/${name}`] !== undefined)
    const types = [...new Set(seen.flatMap(({ shape }) => shape[`/${name}`] ?? []))].sort()
    // A field that was only ever null has not shown its type.
    if (types.every((known) => known === 'null')) return []
    return [
      {
        file: 'spec/task.schema.json',
        pointer: `/properties/${name}`,
        proposal: `"type": ${JSON.stringify(types.length === 1 ? types[0] : types)}`,
        evidence: `${seen.length} of ${own.length} recorded answers have ${name}: ${types.join(', ')}`,
      },
    ]
  })
}

/** HTTP statuses that were seen, per protocol and request. */
export function statusesIn(recordings: readonly Recording[]): string[] {
  const counts = new Map<string, number>()
  for (const { protocol, request, http } of recordings) {
    const key = `${protocol} ${request}: HTTP ${http}`
    counts.set(key, (counts.get(key) ?? 0) + 1)
  }
  return [...counts].sort().map(([key, count]) => `${key} (${count})`)
}

/** Whether a value is a recording; anything else in a file is reported, not guessed at. */
export function isRecording(value: unknown): value is Recording {
  if (typeof value !== 'object' || value === null) return false
  const { protocol, request, http, state, shape } = value as { [member: string]: unknown }
  return (
    typeof protocol === 'string' &&
    typeof request === 'string' &&
    typeof http === 'number' &&
    (state === undefined || typeof state === 'string') &&
    typeof shape === 'object' &&
    shape !== null &&
    Object.values(shape).every((types) => Array.isArray(types) && types.every((type) => typeof type === 'string'))
  )
}
