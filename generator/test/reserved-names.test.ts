import { readdir, readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import type { Catalogue } from '../catalogue.js'
import { lettersOf } from '../check/letters.js'
import { reservedNames } from '../check/reserved-names.js'

const generated = new URL('../../generated/', import.meta.url)
const text = async (path: string): Promise<string> => await readFile(new URL(path, generated), 'utf8')

const { models } = JSON.parse(await text('catalogue.json')) as Catalogue
const ids = new Set(models.map(({ id }) => id))
const identifiers = new Set(models.map(({ codegenName }) => codegenName))

/** The files beside those of one model, named as those are, without what stands before and after a Model ID. */
async function besideModels(): Promise<string[]> {
  const files = (await readdir(generated, { recursive: true })).filter(
    (path) => !/^(?:node_modules|site)(?:\/|$)/.test(path),
  )
  const [one = ''] = ids
  const frames = files.filter((path) => path.includes(one)).map((path) => path.split(one) as [string, string])
  return frames.flatMap(([before, after]) =>
    files
      .filter((path) => path.startsWith(before) && path.endsWith(after))
      .map((path) => path.slice(before.length, -after.length))
      .filter((name) => !name.includes('/') && !ids.has(name)),
  )
}

async function declared(path: string, pattern: RegExp): Promise<string[]> {
  return [...(await text(path)).matchAll(pattern)].map(([, name = '']) => name)
}

test('the reserved names are those of the generator beside what is named after one model', async () => {
  const { components } = JSON.parse(await text('openapi.json')) as { components: { schemas: object } }
  const named = [
    ...(await declared('spec/index.d.ts', /^export (?:interface|type) (\w+)(?:Input|Params)\b/gm)),
    ...(await declared('spec/validators/all.js', /^function validate(\w+)\(/gm)),
    ...Object.keys(components.schemas),
  ].filter((name) => !identifiers.has(name))
  expect(reservedNames.map(lettersOf)).toEqual(
    [...new Set([...named, ...(await besideModels())].map(lettersOf))].sort(),
  )
})
