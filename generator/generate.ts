import type { Catalogue } from './catalogue.js'
import { emitters } from './emitters.js'
import type { Extra, File } from './file.js'

/** Time one emitter took, in milliseconds, and what it made. */
export interface EmitterRun {
  name: string
  milliseconds: number
  files: number
}

/** All files of `generated/` from the catalogue. Pure but for the clock that `now` is. */
export async function generate(
  catalogue: Catalogue,
  extra: Extra,
  now: () => number,
): Promise<{ files: File[]; runs: EmitterRun[] }> {
  const files: File[] = []
  const runs: EmitterRun[] = []
  for (const [name, emit] of emitters) {
    const start = now()
    const emitted = await emit(catalogue, extra)
    files.push(...emitted)
    runs.push({ name, milliseconds: now() - start, files: emitted.length })
  }
  const paths = new Set<string>()
  for (const { path } of files) {
    if (paths.has(path)) throw new Error(`two emitters make generated/${path}`)
    paths.add(path)
  }
  return { files, runs }
}
