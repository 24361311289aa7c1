import type { Settings } from './arguments.js'
import type { Diagnostic } from './diagnostic.js'
import { digestOf } from './digest.js'
import type { Extra } from './file.js'
import type { EmitterRun } from './generate.js'
import type { Spec, SpecLoader } from './load/spec.js'
import { keepIn, type Memory } from './memory.js'
import { OutFolder, type FileDigest } from './write/folder.js'
import type { Change } from './write/change.js'

/** What came of one run: mistakes in the specification, or the changes that were made or (with `--check`) are due. */
export type Outcome =
  | { kind: 'mistakes'; diagnostics: Diagnostic[] }
  | {
      kind: 'generated'
      diagnostics: Diagnostic[]
      models: number
      files: number
      /** By path. With `--check` each is described for a person. */
      changes: { kind: Change['kind']; path: string; description?: string }[]
      /** What each emitter took; none ran when everything is known from an earlier run. */
      runs: EmitterRun[]
      milliseconds: number
    }

/** What a run needs from outside. */
export interface Surroundings {
  /** Called when something has to be made. */
  loadExtra: () => Promise<Extra>
  loadSpec: SpecLoader
  /** Milliseconds. */
  now: () => number
  /** What earlier runs of the same generator made; without it everything is made anew. */
  memory?: Memory
}

/** What is remembered of a whole run. */
interface Remembered {
  models: number
  diagnostics: Diagnostic[]
  files: FileDigest[]
}

/**
 * Loads, checks, emits and, unless the mode is `check`, writes. Nothing is written when the specification has a mistake.
 * Where the memory knows of the same specification, or of the same model, which files it makes, and those are there, they
 * are not made again.
 */
export async function run(settings: Omit<Settings, 'times'>, surroundings: Surroundings): Promise<Outcome> {
  const { now, loadSpec, memory } = surroundings
  const start = now()
  const folder = new OutFolder(settings.out, settings.mode === 'check' ? 'check' : 'write')
  const changes: Extract<Outcome, { kind: 'generated' }>['changes'] = []
  const note = async (change: Change): Promise<void> => {
    const { kind, path } = change
    if (settings.mode !== 'check') changes.push({ kind, path })
    else changes.push({ kind, path, description: (await import('./write/difference.js')).describeChange(change) })
  }

  let spec: Spec | undefined = await loadSpec(settings.spec)
  const key = memory ? ['run', settings.base, digestOfSpec(spec)] : []
  const recalled = memory?.recall(key)
  let made = recalled === undefined ? undefined : (JSON.parse(recalled) as Remembered)
  let runs: EmitterRun[] = []
  if (made === undefined || !folder.has(made.files)) {
    // Only now: the emitters and what they use take most of a second to load.
    const { readChecked, make } = await import('./make.js')
    const read = readChecked(spec)
    // A thousand files with their trees are not held while the output is made.
    spec = undefined
    if ('mistakes' in read) return { kind: 'mistakes', diagnostics: read.mistakes }
    const extra = { ...(await surroundings.loadExtra()), ...read.ofSpec, keep: keepIn(memory) }
    const result = await make(read.catalogue, extra, { now, memory, folder, note })
    runs = result.runs
    made = { models: read.catalogue.models.length, diagnostics: read.warnings, files: result.files }
    memory?.remember(key, JSON.stringify(made))
  }
  for (const orphan of folder.end()) await note(orphan)
  return {
    kind: 'generated',
    diagnostics: made.diagnostics,
    models: made.models,
    files: folder.files,
    changes: changes.sort((left, right) => (left.path < right.path ? -1 : 1)),
    runs,
    milliseconds: now() - start,
  }
}

function digestOfSpec({ files, others }: Spec): string {
  return digestOf(JSON.stringify([[...files.values()].map(({ path, text }) => [path, text]), others]))
}
