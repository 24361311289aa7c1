import { fileURLToPath } from 'node:url'
import { execFileSync } from 'node:child_process'
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { loadSpec } from '../load/spec.js'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'spec-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const whole = fileURLToPath(new URL('../../spec', import.meta.url))

/** What is put at the place of a model, and what is said of it. */
const places: [what: string, put: (path: string) => Promise<unknown>, said: string][] = [
  ['a folder', (path) => mkdir(path), 'cannot be read as a file: it is a folder'],
  [
    'a named pipe',
    (path) => Promise.resolve(execFileSync('mkfifo', [path])),
    'cannot be read as a file: it is not a regular file',
  ],
  [
    'a file of 60 MB',
    (path) => writeFile(path, JSON.stringify({ title: 'x'.repeat(60_000_000) })),
    'it has more than 16 MiB, which no file of facts has',
  ],
]

describe('at the place of a model', () => {
  test.each(places)('%s is an error that names it', async (what, put, said) => {
    const spec = join(folder, what)
    await cp(whole, spec, { recursive: true })
    await put(join(spec, 'models/odd.schema.json'))
    await expect(loadSpec(spec)).rejects.toThrow(
      `models/odd.schema.json ${said.startsWith('it') ? `cannot be read as a file: ${said}` : said}`,
    )
  })
})
