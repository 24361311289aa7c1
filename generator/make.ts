import type { Catalogue } from './catalogue.js'
import { checkSpec } from './check/index.js'
import type { Diagnostic } from './diagnostic.js'
import { digestOf, digestOfData } from './digest.js'
import type { Extra, File, LargeFile } from './file.js'
import { Generation, type EmitterRun } from './generate.js'
import { isObject } from './load/json-object.js'
import type { Spec } from './load/spec.js'
import type { Memory } from './memory.js'
import { readCatalogue } from './read/catalogue.js'
import { wellFormed } from './upstreams/check/facts.js'
import type { Change } from './write/change.js'
import type { FileDigest, OutFolder } from './write/folder.js'

/** The catalogue of a specification without a mistake, or its mistakes. */
export function readChecked(
  spec: Spec,
):
  | { mistakes: Diagnostic[] }
  | { catalogue: Catalogue; ofSpec: Pick<Extra, 'upstreams' | 'metaSchemas'>; warnings: Diagnostic[] } {
  const diagnostics = checkSpec(spec)
  if (diagnostics.some(({ severity }) => severity === 'error')) return { mistakes: diagnostics }
  return {
    catalogue: readCatalogue(spec),
    ofSpec: {
      upstreams: wellFormed(spec).map(({ source }) => source),
      metaSchemas: [...spec.files.values()].flatMap(({ path, value }) =>
        path.startsWith('meta/') && isObject(value) ? [[path.slice('meta/'.length), value] as const] : [],
      ),
    },
    warnings: diagnostics,
  }
}

/** Where files go, and what is known of earlier ones. */
export interface Workshop {
  now: () => number
  memory: Memory | undefined
  folder: OutFolder
  note: (change: Change) => Promise<void>
}

/** Makes every file, model by model, each written before the next is made; answers their digests and what each emitter took. */
export async function make(
  catalogue: Catalogue,
  extra: Extra,
  { now, memory, folder, note }: Workshop,
): Promise<{ files: FileDigest[]; runs: EmitterRun[] }> {
  const generation = new Generation(catalogue, extra, now)
  const put = async (files: Iterable<File | LargeFile>): Promise<FileDigest[]> => {
    const digests: FileDigest[] = []
    for (const file of files) {
      const { digest, change } = folder.put(file)
      if (change !== undefined) await note(change)
      digests.push(digest)
    }
    return digests
  }
  const all: FileDigest[] = []
  const { models, ...shared } = catalogue
  const sharedDigest = memory && digestOf(JSON.stringify([extra.baseAddress, shared]))
  for (const model of models) {
    const key = memory ? ['model', sharedDigest, digestOfData(model)] : []
    const recalled = memory?.recall(key)
    const known = recalled === undefined ? undefined : (JSON.parse(recalled) as FileDigest[])
    if (known !== undefined && folder.has(known)) {
      all.push(...known)
      continue
    }
    const digests = await put(generation.ofModel(model))
    if (known === undefined) memory?.remember(key, JSON.stringify(digests))
    all.push(...digests)
  }
  all.push(...(await put(generation.ofCatalogue())))
  return { files: all, runs: generation.runs }
}
