import { createHash } from 'node:crypto'
import { readFile, readdir, stat, writeFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { generated, here } from './paths.mjs'

/** Which steps have passed with which files, by name. It is committed: a step whose files are the same is not run again. */
const record = `${here}/passed.json`

/** What other tools and languages read of a folder like `generated`. */
export function documentsOf(folder) {
  const names = ['arazzo.yaml', 'catalogue.json', 'json-schema', 'messages', 'prices', 'vectors']
  const spec = ['spec/facts/index.js', 'spec/findings.js', 'spec/validators']
  const documents = ['openapi.json', 'openapi.yaml', 'openapi-3.0.json', 'openapi-defaults.json']
  return [...names, ...spec, ...documents].map((name) => `${folder}/${name}`)
}

/** The published documents. */
export const documents = documentsOf(generated)

/** How every step is run. */
const shared = ['shell.mjs', 'paths.mjs', 'node-22/index.mjs', 'node-22/package-lock.json'].map(
  (name) => `${here}/${name}`,
)

/** The digest of all files that a step reads, with their places in their folders; undefined of a step that says none. */
export async function digestOf({ reads }) {
  if (reads === undefined) return undefined
  const hash = createHash('sha256')
  for (const path of [...shared, ...(await reads())])
    for (const line of await linesOf(path, path)) hash.update(`${line}\n`)
  return hash.digest('hex')
}

/** What tools install and make is not an input, nor is the lock of an installation in the other lane. */
const made = new Set(['node_modules', '.cache', '__pycache__', '.installing'])

async function linesOf(path, from) {
  if (!(await stat(path)).isDirectory()) {
    const digest = createHash('sha256')
      .update(await readFile(path))
      .digest('hex')
    return [`${relative(join(from, '..'), path)} ${digest}`]
  }
  const names = (await readdir(path)).filter((name) => !made.has(name)).sort()
  return (await Promise.all(names.map((name) => linesOf(join(path, name), from)))).flat()
}

export async function readRecord() {
  return JSON.parse(await readFile(record, 'utf8').catch(() => '{}'))
}

export async function writeRecord(entries) {
  const sorted = Object.fromEntries(Object.entries(entries).sort(([left], [right]) => (left < right ? -1 : 1)))
  await writeFile(record, `${JSON.stringify(sorted, null, 2)}\n`)
}
