import type { Settings } from './arguments.js'
import { checkSpec } from './check/index.js'
import type { Diagnostic } from './diagnostic.js'
import type { Extra } from './file.js'
import { generate, type EmitterRun } from './generate.js'
import type { SpecLoader } from './load/spec.js'
import { readCatalogue } from './read/catalogue.js'
import { applyChanges } from './write/apply.js'
import { compareFolder, type Change } from './write/compare.js'
import { wellFormed } from './upstreams/check/facts.js'

/** What came of one run: mistakes in the specification, or the changes that were made or (with `--check`) are due. */
export type Outcome =
  | { kind: 'mistakes'; diagnostics: Diagnostic[] }
  | {
      kind: 'generated'
      diagnostics: Diagnostic[]
      models: number
      files: number
      changes: Change[]
      runs: EmitterRun[]
      milliseconds: number
    }

/** What a run needs from outside. */
export interface Surroundings {
  extra: Extra
  loadSpec: SpecLoader
  /** Milliseconds. */
  now: () => number
}

/** Loads, checks, emits and, unless the mode is `check`, writes. Nothing is written when the specification has a mistake. */
export async function run(
  { spec: folder, out, mode }: Omit<Settings, 'base'>,
  { extra, loadSpec, now }: Surroundings,
): Promise<Outcome> {
  const start = now()
  const spec = await loadSpec(folder)
  const diagnostics = checkSpec(spec)
  if (diagnostics.some((diagnostic) => diagnostic.severity === 'error')) return { kind: 'mistakes', diagnostics }
  const catalogue = readCatalogue(spec)
  const { files, runs } = await generate(
    catalogue,
    { ...extra, upstreams: wellFormed(spec).map(({ source }) => source) },
    now,
  )
  const changes = await compareFolder(out, files)
  if (mode !== 'check') await applyChanges(out, changes)
  return {
    kind: 'generated',
    diagnostics,
    models: catalogue.models.length,
    files: files.length,
    changes,
    runs,
    milliseconds: now() - start,
  }
}
