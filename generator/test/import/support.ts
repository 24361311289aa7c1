import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect } from 'vitest'
import { checkSpec } from '../../check/index.js'
import { importModel, type Imported, type ImportRequest } from '../../import/import-model.js'
import { loadSpec } from '../../load/spec.js'

/** A copy of the specification, anew for each test. */
export let directory: string

/** Makes that copy for each test of the file that calls this. */
export function copySpecification(): void {
  beforeEach(async () => {
    directory = join(await mkdtemp(join(tmpdir(), 'spec-import-')), 'spec')
    await cp(fileURLToPath(new URL('../../../spec', import.meta.url)), directory, { recursive: true })
  })
  afterEach(() => rm(dirname(directory), { recursive: true }))
}

export interface Read extends Imported {
  file: { required: string[]; properties: Record<string, Record<string, unknown>> } & Record<string, unknown>
  /** The reason of each fact that is not held, by what follows the schema of the input in its pointer. */
  reasons: Record<string, string>
}

/** Imports, and reads what was written. Fails where a check of the generator has anything to say of it. */
export async function imported(request: ImportRequest): Promise<Read> {
  const made = await importModel(directory, request)
  expect(checkSpec(await loadSpec(directory))).toEqual([])
  const file = JSON.parse(await readFile(join(directory, made.path), 'utf8')) as Read['file']
  const reasons = Object.fromEntries(
    made.lost.map(({ pointer, reason }) => [pointer.replace(/^.*\/(Input|GlideInput)\/(properties\/)?/, ''), reason]),
  )
  return { ...made, file, reasons }
}

/** A document with one operation that takes these parameters, written to a file. */
export async function documentWith(properties: object, schemas: object = {}): Promise<string> {
  const path = join(dirname(directory), 'document.json')
  const schema = { $ref: '#/components/schemas/Input' }
  await writeFile(
    path,
    JSON.stringify({
      openapi: '3.1.0',
      paths: { '/one': { post: { requestBody: { content: { 'application/json': { schema } } } } } },
      components: { schemas: { ...schemas, Input: { type: 'object', properties } } },
    }),
  )
  return path
}
