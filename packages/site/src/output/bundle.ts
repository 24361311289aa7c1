import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { basename, extname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build, type Plugin } from 'esbuild'
import type { Model } from '@model-tasks/spec/catalogue'
import type { SiteFile } from './file.js'

const folder = (name: string): string => fileURLToPath(new URL(`../../${name}/`, import.meta.url))

/** Scripts and styles of the site, under names that change with their content. */
export interface Assets {
  files: SiteFile[]
  /** From the name of the source, such as `site.css`, to the path below the site's root. */
  names: ReadonlyMap<string, string>
}

const virtual = 'of-the-page'

/**
 * Puts a page's one model in place of the indices of all models. The playground is bundled once and reads that model from
 * a variable in front of it; every other script has none: what it sends was checked before.
 */
const oneModel = (variable: string | undefined): Plugin => ({
  name: 'one-model',
  setup: (plugged) => {
    const contents: Record<string, string> = {
      'virtual:model': `export default ${variable === undefined ? 'null' : `${variable}.model`}`,
      '@model-tasks/spec/validators': `export const displayNames = {}
export const renamedModels = {}
export const loaders = ${variable === undefined ? '{}' : `{ [${variable}.model.id]: () => Promise.resolve(${variable}.validator) }`}`,
      '@model-tasks/spec/facts': `export const loaders = ${variable === undefined ? '{}' : `{ [${variable}.model.id]: () => Promise.resolve(${variable}.words) }`}`,
      // The page passes the limits of its own model.
      '@model-tasks/spec/media': 'export const loaders = {}',
    }
    plugged.onResolve({ filter: /^(virtual:model|@model-tasks\/spec\/(validators|facts|media))$/ }, ({ path }) => ({
      path,
      namespace: virtual,
    }))
    plugged.onLoad({ filter: /.*/, namespace: virtual }, ({ path }) => ({ contents: contents[path] ?? '' }))
  },
})

/** What the playground needs to know of a model beside its form. */
const playgroundModel = (model: Model): Record<string, unknown> => ({
  id: model.id,
  kind: model.kind,
  invocable: model.availability.status === 'available',
  parameters: model.parameters.map((parameter) => ({
    name: parameter.name,
    kind: parameter.kind,
    ...(parameter.kind === 'enum' ? { type: parameter.type } : {}),
    ...(parameter.kind === 'media' ? { media: parameter.media, accepts: parameter.accepts } : {}),
  })),
  rules: model.rules.map(({ id, parameters }) => ({ id, parameters })),
})

const options = {
  bundle: true,
  write: false,
  minify: true,
  target: 'es2022',
  charset: 'utf8',
  legalComments: 'none',
  logLevel: 'silent',
} as const

const external = ['node:*']

const bundle = async (entry: string, variable?: string): Promise<string> => {
  const result = await build({
    ...options,
    external,
    entryPoints: [entry],
    format: 'esm',
    plugins: [oneModel(variable)],
  })
  const [output] = result.outputFiles
  if (output === undefined) throw new Error(`Bundling ${entry} gave no file`)
  return output.text
}

/** The variable in which a playground finds its model. */
const modelVariable = 'pageModel'

/** What a playground reads of its model, as a script that sets the variable: one build makes those of all models. */
const modelScripts = async (models: Model[]): Promise<Map<string, string>> => {
  const result = await build({
    ...options,
    external,
    entryPoints: models.map(({ id }) => ({ in: `model:${id}`, out: id })),
    outdir: '.',
    format: 'iife',
    globalName: modelVariable,
    plugins: [
      {
        name: 'models',
        setup: (plugged) => {
          plugged.onResolve({ filter: /^model:/ }, ({ path }) => ({ path: path.slice(6), namespace: 'model' }))
          plugged.onLoad({ filter: /.*/, namespace: 'model' }, ({ path }) => {
            const model = models.find(({ id }) => id === path)
            return {
              contents: `export * as validator from ${JSON.stringify(`@model-tasks/spec/validators/${path}`)}
export * as words from ${JSON.stringify(`@model-tasks/spec/facts/${path}`)}
export const model = ${JSON.stringify(model === undefined ? null : playgroundModel(model))}`,
              resolveDir: folder('src'),
            }
          })
        },
      },
    ],
  })
  return new Map(result.outputFiles.map(({ path, text }) => [basename(path, '.js'), text]))
}

/** The stylesheets, each with the files it leaves out: a model's page has no finder and no prose, the others no playground, and search brings its own. */
const sheets: Record<string, string[]> = {
  'site.css': ['5-playground.css', '8-search.css'],
  'model.css': ['6-prose.css', '7-finder.css', '8-search.css'],
  'search.css': readdirSync(folder('styles')).filter((file) => file !== '8-search.css'),
}

const styleSheet = async (unused: string[]): Promise<string> => {
  const files = readdirSync(folder('styles'))
    .filter((file) => !unused.includes(file))
    .sort()
  const contents = files.map((file) => readFileSync(folder('styles') + file, 'utf8')).join('\n')
  const { outputFiles } = await build({
    stdin: { contents, loader: 'css' },
    minify: true,
    write: false,
    target: 'chrome123',
    charset: 'utf8',
    logLevel: 'silent',
  })
  return outputFiles[0]?.text ?? ''
}

const hashed = (name: string, content: string): string => {
  const extension = extname(name)
  return `assets/${basename(name, extension)}.${createHash('sha256').update(content).digest('hex').slice(0, 8)}${extension}`
}

/** The media limits of each model, which its playground reads with the first file. */
const limitScripts = async (models: Model[]): Promise<[string, string][]> =>
  await Promise.all(
    models.map(async ({ id }): Promise<[string, string]> => [
      `limits-${id}.js`,
      await bundle(fileURLToPath(import.meta.resolve(`@model-tasks/spec/media/${id}`))),
    ]),
  )

/** Bundles the browser scripts, one playground per model, and the stylesheet. */
export const bundleAssets = async (models: Model[]): Promise<Assets> => {
  const browser = folder('browser')
  const entries = ['site.ts', 'finder.ts', 'compare.ts', 'search.ts', 'tasks/main.ts', 'probe.ts']
  const [playground, ofModels, ...scripts] = await Promise.all([
    bundle(`${browser}playground/main.ts`, modelVariable),
    modelScripts(models),
    ...entries.map(async (entry): Promise<[string, string]> => [
      entry.replace(/(\/main)?\.ts$/, '.js'),
      await bundle(browser + entry),
    ]),
    ...Object.entries(sheets).map(async ([name, unused]): Promise<[string, string]> => [
      name,
      await styleSheet(unused),
    ]),
  ])
  scripts.push(...(await limitScripts(models)))
  for (const { id } of models) scripts.push([`play-${id}.js`, (ofModels.get(id) ?? '') + playground])
  const files = scripts.map(([name, content]) => ({ name, path: hashed(name, content), content }))
  return {
    files: files.map(({ path, content }) => ({ path, content })),
    names: new Map(files.map(({ name, path }) => [name, path])),
  }
}
