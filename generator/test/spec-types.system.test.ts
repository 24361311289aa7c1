import { readdir, readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { specTypes } from '../spec-types/declare.js'

const folder = new URL('../spec-types/files/', import.meta.url)

test('the types of the files of spec/ are those of the meta-schemas; npm run spec:types renews them', async () => {
  const written = await Promise.all(
    (await readdir(folder)).map(async (name) => [name, await readFile(new URL(name, folder), 'utf8')]),
  )
  const sources = await specTypes(new URL('../../spec/meta/', import.meta.url))
  expect(Object.fromEntries(written)).toEqual(Object.fromEntries(sources))
})
