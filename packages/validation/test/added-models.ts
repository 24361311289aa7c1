import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL, fileURLToPath } from 'node:url'
import { announcements, english, loaders as factLoaders, severities } from '@model-tasks/spec/facts'
import { loaders } from '@model-tasks/spec/validators'
import { chinese } from '@model-tasks/validation/chinese'
import type { Language } from '@model-tasks/spec/messages'
import { renamedModels } from '@model-tasks/spec/validators/names'
import { afterAll, beforeAll } from 'vitest'
import { generate } from '../../../generator/dist/generate.js'
import { loadExtra } from '../../../generator/dist/load/extra.js'
import { loadSpec, parseSpecFile } from '../../../generator/dist/load/spec.js'
import { readCatalogue } from '../../../generator/dist/read/catalogue.js'

const root = fileURLToPath(new URL('../../../', import.meta.url))
const schemas: Record<string, string> = {
  'every-kind': 'generator/test/kinds/every-kind.schema.json',
  'any-mesh': 'generator/test/kinds/any-mesh.schema.json',
  retiring: 'packages/validation/test/retiring.schema.json',
}
const ids = Object.keys(schemas)

/**
 * Adds three models to the catalogue for the tests of one file, as the generator makes them: they have parameters, dates and
 * names that no published model has.
 */
export function addModels(): void {
  let folder = ''

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'model-tasks-added-'))
    const spec = await loadSpec(join(root, 'spec'))
    const added = await Promise.all(
      Object.entries(schemas).map(async ([id, schema]) => {
        const path = `models/${id}.schema.json`
        return [path, parseSpecFile(path, await readFile(join(root, schema), 'utf8'))] as const
      }),
    )
    const catalogue = readCatalogue({ ...spec, files: new Map([...spec.files, ...added]) })
    const models = catalogue.models.filter(({ id }) => ids.includes(id))
    const files = new Map(
      generate({ ...catalogue, models }, await loadExtra()).map(({ path, content }) => [path, content]),
    )
    const load = async (path: string): Promise<never> => {
      const file = join(folder, path.replaceAll('/', '-').replace(/js$/, 'mjs'))
      await writeFile(file, files.get(path) ?? '')
      return (await import(/* @vite-ignore */ pathToFileURL(file).href)) as never
    }
    for (const id of ids) {
      Object.assign(loaders, { [id]: () => load(`spec/validators/${id}.js`) })
      Object.assign(factLoaders, { [id]: () => load(`spec/facts/${id}.js`) })
    }
    Object.assign(renamedModels, { 'any-kind': 'every-kind' })
    // What is said of rules that no published model states is made with a model that states them.
    const made: { severities: object; announcements: object; english: Language } = await load('spec/facts/index.js')
    const { chinese: madeChinese }: { chinese: Language } = await load('spec/messages/zh.js')
    Object.assign(severities, made.severities)
    Object.assign(announcements, made.announcements)
    Object.assign(english.rules, made.english.rules)
    Object.assign(chinese.rules, madeChinese.rules)
  })

  afterAll(async () => {
    for (const id of ids) for (const known of [loaders, factLoaders]) Reflect.deleteProperty(known, id)
    Reflect.deleteProperty(renamedModels, 'any-kind')
    await rm(folder, { recursive: true })
  })
}
