import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { specTypes } from '../spec-types/declare.js'

const read = (path: string): Promise<string> => readFile(new URL(`../${path}`, import.meta.url), 'utf8')

test('the types of the files of spec/ are those of the meta-schemas; npm run spec:types renews them', async () => {
  expect(await read('spec-types/files.ts')).toBe(await specTypes(new URL('../../spec/meta/', import.meta.url)))
})
