import { execFile } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { beforeAll, describe, expect, it } from 'vitest'
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
}

interface Shown {
  file: string
  violation?: { invariant: string; what: string }
  steps: number
  digest: string
  story: string[]
}

const files = readdirSync(seeds)
  .filter((name) => name.endsWith('.json'))
  .sort()
const paths = files.map((name) => join(seeds, name))
let bundle: string
let shown: Map<string, Shown>

// In processes of their own, since the simulation puts itself in the place of the runtime.
async function play(plans: readonly string[]): Promise<Shown[]> {
  const { stdout } = await promisify(execFile)(process.execPath, [bundle, ...plans], { maxBuffer: 2 ** 28 })
  return stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Shown)
}

beforeAll(async () => {
  bundle = await bundleSimulation('kept.ts')
  shown = new Map((await play(paths)).map((one) => [one.file, one]))
})

describe('the simulation, on each plan that broke something once', () => {
  it.each(files)('%s', (name) => {
    const { fault, breaks, open = false } = JSON.parse(readFileSync(join(seeds, name), 'utf8')) as Kept
    const { violation, story } = shown.get(join(seeds, name)) as Shown
    if (!open) expect(violation, [`${fault} (${breaks})`, ...story].join('\n')).toBeUndefined()
  })

  // Each alone: what modules draw at random while they load, they draw for the first plan of a process.
  it('replays a run exactly, in another process', async () => {
    const [longest] = [...shown.values()].sort((left, right) => right.steps - left.steps)
    const [[once], [again]] = await Promise.all([play([longest?.file ?? '']), play([longest?.file ?? ''])])
    expect(again).toEqual(once)
    expect(again?.steps).toBeGreaterThan(500)
  })
})
