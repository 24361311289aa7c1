import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { digestOf } from '../digest.js'
import { generatorFolder } from './place.js'

/** Beside the build, wherever this runs from. */
const folder = fileURLToPath(new URL('dist/kept/', generatorFolder))

/** How many texts are kept at least. A run of 28 models needs some 200, and each change adds a few. */
const minKept = 4000
/** Before each text stands its digest, of so many characters. */
const digestLength = 64
/** How many texts this process has asked for. */
let asked = 0
/** Names that were there when this process first asked, and since: to look for a file that is not there takes longer. */
let names: Set<string> | undefined
let isStored = false

/**
 * What `make` makes of `inputs`, kept beside the build from one run to the next: what `make` asks (the TypeScript
 * compiler, the compiler of the meta-schemas) takes longer than all emitters. `inputs` are plain data and all that the
 * text depends on, the version of the tool included.
 */
export function kept(inputs: readonly unknown[], make: () => string): string {
  const file = fileOf(inputs)
  const known = read(file)
  if (known !== undefined) return known
  const text = make()
  write(file, text)
  return text
}

/** What was kept of `inputs`; undefined when nothing was, or when it is no longer what was kept, as after a loss of power. */
export function recall(inputs: readonly unknown[]): string | undefined {
  return read(fileOf(inputs))
}

/** Keeps a text for `inputs`. A folder that cannot be written costs time and nothing else. */
export function remember(inputs: readonly unknown[], text: string): void {
  write(fileOf(inputs), text)
}

function read(file: string): string | undefined {
  asked++
  if (!namesOf(folder).has(basename(file))) return undefined
  try {
    const found = readFileSync(file, 'utf8')
    const text = found.slice(digestLength)
    return found.slice(0, digestLength) === digestOf(text) ? text : undefined
  } catch {
    return undefined
  }
}

/** Writes in place: a process that reads half of it at this moment sees that by the digest, and makes the text itself. */
function write(file: string, text: string): void {
  try {
    if (!isStored) mkdirSync(folder, { recursive: true })
    isStored = true
    writeFileSync(file, digestOf(text) + text)
    namesOf(folder).add(basename(file))
  } catch {
    // Made anew the next time.
  }
}

/** Takes away what was kept longest when there is much more than a run like this one asks for. */
export function prune(): void {
  if (!isStored) return
  const maxKept = Math.max(minKept, 3 * asked)
  const all = readdirSync(folder)
  if (all.length <= maxKept) return
  const ages = all.map((each): [string, number] => [each, statSync(join(folder, each)).mtimeMs])
  for (const [each] of ages.sort(([, left], [, right]) => left - right).slice(0, all.length - maxKept / 2))
    rmSync(join(folder, each), { force: true })
}

function namesOf(directory: string): Set<string> {
  try {
    return (names ??= new Set(readdirSync(directory)))
  } catch {
    return new Set()
  }
}

function fileOf(inputs: readonly unknown[]): string {
  // Files that end otherwise are of earlier generators, which kept texts without a digest.
  return join(folder, `${digestOf(JSON.stringify(inputs))}.kept`)
}
