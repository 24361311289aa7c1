import { execFile } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect } from 'vitest'
import { bundleSimulation } from './bundle.mjs'

const seeds = fileURLToPath(new URL('seeds/', import.meta.url))

/** A plan that was kept, since it broke something. */
interface Kept {
  /** What was wrong, in one sentence. */
  fault: string
  /** The invariant that it broke. */
  breaks: string
  /** That it is not fixed yet: then it is only played. */
  open?: boolean
  plan: { services?: number }
}

/** What a plan has shown. */
export interface Shown {
  file: string
  violation?: { invariant: string; what: string }
  steps: number
  digest: string
  story: string[]
}

const keptOf = (name: string): Kept => JSON.parse(readFileSync(join(seeds, name), 'utf8')) as Kept

/** The names of the plans in which there is one service, or in which several share a PostgreSQL. */
export function keptPlans(services: 'one' | 'several'): string[] {
  return readdirSync(seeds)
    .filter((name) => name.endsWith('.json'))
    .filter((name) => (keptOf(name).plan.services ?? 1) > 1 === (services === 'several'))
    .sort()
}

/** Plays plans one after the other in a process of their own, since the simulation puts itself in the place of the runtime. */
export async function play(names: readonly string[], variables: Record<string, string> = {}): Promise<Shown[]> {
  const bundle = await bundled()
  const { stdout } = await promisify(execFile)(process.execPath, [bundle, ...names.map((name) => join(seeds, name))], {
    maxBuffer: 2 ** 28,
    env: { ...process.env, ...variables },
  })
  return stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Shown)
    .map((one) => ({ ...one, file: basename(one.file) }))
}

/** That a plan broke nothing, unless its fault is not fixed yet. */
export function expectWhole({ file, violation, story }: Shown): void {
  const { fault, breaks, open = false } = keptOf(file)
  if (!open) expect(violation, [`${fault} (${breaks})`, ...story].join('\n')).toBeUndefined()
}

let bundle: Promise<string> | undefined
const bundled = (): Promise<string> => (bundle ??= bundleSimulation('kept.ts'))
