import { existsSync, readFileSync, statSync } from 'node:fs'
import type { Invariant } from './invariant.js'

interface Entry {
  event: string
  key?: string
  id?: string
}

/** Reads the journals as lines, not by the product's code. */
export const intentsStayOpen: Invariant = {
  name: 'intents-stay-open',
  promise: 'a submit of which the service has a task is never recorded as rejected: it has its ID or is listed as open',
  watch(scene) {
    const files = [...scene.desks.values()].map(({ journalFile }) => journalFile)
    const sizes = new Map<string, number>()
    const rejected = (): string | undefined => {
      const tasks = scene.front.database.keys()
      for (const key of files.flatMap((file) => [...closedKeys(entriesOf(file))])) {
        const [task] = tasks.get(key) ?? []
        if (task !== undefined) return `a journal says that the submit of key ${key} was rejected; its task is ${task}`
      }
      return undefined
    }
    return {
      step() {
        let changed = false
        for (const file of files) {
          const size = sizeOf(file)
          changed ||= size !== sizes.get(file)
          sizes.set(file, size)
        }
        return changed ? rejected() : undefined
      },
      rest: rejected,
    }
  },
}

function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0
}

function entriesOf(path: string): Entry[] {
  if (!existsSync(path)) return []
  return readFileSync(path, 'utf8')
    .split('\n')
    .flatMap((line) => {
      try {
        return [JSON.parse(line) as Entry]
      } catch {
        return []
      }
    })
}

/** The keys whose last word is a rejection. */
function closedKeys(entries: readonly Entry[]): Set<string> {
  const closed = new Set<string>()
  for (const { event, key } of entries) {
    if (key === undefined) continue
    if (event === 'rejected' || event === 'refused') closed.add(key)
    if (event === 'intent' || event === 'submitted') closed.delete(key)
  }
  return closed
}
