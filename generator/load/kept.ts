import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'

/** Beside the build, wherever this runs from. */
const folder = new URL(import.meta.url.includes('/dist/') ? '../kept/' : '../dist/kept/', import.meta.url)

/** How many texts may be kept before the oldest half goes. A run of 28 models needs some 80, and each change adds a few. */
const maxKept = 4000
let isPruned = false

/**
 * What `make` makes of `inputs`, kept beside the build from one run to the next: what `make` asks (the TypeScript
 * compiler, the compiler of the meta-schemas) takes longer than all emitters. `inputs` are plain data and all that the
 * text depends on, the version of the tool included.
 */
export function kept(inputs: readonly unknown[], make: () => string): string {
  const name = `${createHash('sha256').update(JSON.stringify(inputs)).digest('hex')}.txt`
  const known = textOf(name)
  if (known !== undefined) return known
  const text = make()
  try {
    store(name, text)
  } catch {
    // A folder that cannot be written costs time and nothing else.
  }
  return text
}

function textOf(name: string): string | undefined {
  try {
    return readFileSync(new URL(name, folder), 'utf8')
  } catch {
    return undefined
  }
}

/** Whole or not at all: another run may read the same text at this moment. */
function store(name: string, text: string): void {
  mkdirSync(folder, { recursive: true })
  const temporary = new URL(`${name}.${process.pid}.new`, folder)
  writeFileSync(temporary, text)
  renameSync(temporary, new URL(name, folder))
  if (isPruned) return
  isPruned = true
  const names = readdirSync(folder)
  if (names.length <= maxKept) return
  const ages = names.map((each): [string, number] => [each, statSync(new URL(each, folder)).mtimeMs])
  for (const [each] of ages.sort(([, left], [, right]) => left - right).slice(0, maxKept / 2))
    rmSync(new URL(each, folder), { force: true })
}
