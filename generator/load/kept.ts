import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { digestOf } from '../digest.js'
import { generatorFolder } from './place.js'

/** Beside the build, wherever this runs from. */
const folder = new URL('dist/kept/', generatorFolder)

/** How many texts are kept at least. A run of 28 models needs some 200, and each change adds a few. */
const minKept = 4000
/** Before each text stands its digest, of so many characters. */
const digestLength = 64
/** How many texts this process has asked for. */
let asked = 0
let isStored = false

/**
 * What `make` makes of `inputs`, kept beside the build from one run to the next: what `make` asks (the TypeScript
 * compiler, the compiler of the meta-schemas) takes longer than all emitters. `inputs` are plain data and all that the
 * text depends on, the version of the tool included.
 */
export function kept(inputs: readonly unknown[], make: () => string): string {
  const known = recall(inputs)
  if (known !== undefined) return known
  const text = make()
  remember(inputs, text)
  return text
}

/** What was kept of `inputs`; undefined when nothing was, or when it is no longer what was kept, as after a loss of power. */
export function recall(inputs: readonly unknown[]): string | undefined {
  asked++
  try {
    const found = readFileSync(fileOf(inputs), 'utf8')
    const text = found.slice(digestLength)
    return found.slice(0, digestLength) === digestOf(text) ? text : undefined
  } catch {
    return undefined
  }
}

/** Keeps a text for `inputs`. A folder that cannot be written costs time and nothing else. */
export function remember(inputs: readonly unknown[], text: string): void {
  const file = fileOf(inputs)
  const temporary = new URL(`${file.href}.${process.pid}.new`)
  try {
    if (!isStored) mkdirSync(folder, { recursive: true })
    isStored = true
    // Whole or not at all: another run may read the same text at this moment.
    writeFileSync(temporary, digestOf(text) + text)
    renameSync(temporary, file)
  } catch {
    // Made anew the next time.
  }
}

/** Takes away what was kept longest when there is much more than a run like this one asks for. */
export function prune(): void {
  if (!isStored) return
  const maxKept = Math.max(minKept, 3 * asked)
  const names = readdirSync(folder)
  if (names.length <= maxKept) return
  const ages = names.map((each): [string, number] => [each, statSync(new URL(each, folder)).mtimeMs])
  for (const [each] of ages.sort(([, left], [, right]) => left - right).slice(0, names.length - maxKept / 2))
    rmSync(new URL(each, folder), { force: true })
}

function fileOf(inputs: readonly unknown[]): URL {
  // Files that end otherwise are of earlier generators, which kept texts without a digest.
  return new URL(`${digestOf(JSON.stringify(inputs))}.kept`, folder)
}
