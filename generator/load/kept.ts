import { createHash } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'

const folder = new URL('../kept/', import.meta.url)

/**
 * What `make` makes of `inputs`, kept beside the build from one run to the next: the TypeScript compiler, which `make`
 * asks, takes longer to load than all emitters to run. `inputs` are plain data and all that the text depends on, the
 * version of the tool included.
 */
export async function kept(inputs: readonly unknown[], make: () => string): Promise<string> {
  const file = new URL(`${createHash('sha256').update(JSON.stringify(inputs)).digest('hex')}.txt`, folder)
  const known = await readFile(file, 'utf8').catch(() => undefined)
  if (known !== undefined) return known
  const text = make()
  // Another run may write the same bytes; a folder that cannot be written costs time and nothing else.
  await mkdir(folder, { recursive: true })
    .then(() => writeFile(file, text))
    .catch(() => undefined)
  return text
}
