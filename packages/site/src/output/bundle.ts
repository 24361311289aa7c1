import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { basename, extname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build, type Plugin } from 'esbuild'
import type { Model } from '@model-tasks/spec/catalogue'
import { takesFiles } from '../facts/capabilities.js'
import type { SiteFile } from './file.js'

const folder = (name: string): string => fileURLToPath(new URL(`../../${name}/`, import.meta.url))

/** Scripts and styles of the site, under names that change with their content. */
export interface Assets {
  files: SiteFile[]
  /** From the name of the source, such as `site.css`, to the path below the site's root. */
  names: ReadonlyMap<string, string>
}

const virtual = 'playground-model'

/**
 * Gives a playground its one model: the data of its table, and, in place of the index of all validators, only that model's.
 * Without a model the index is empty: what is sent was checked before.
 */
const oneModel = (model: Model | undefined): Plugin => ({
  name: 'one-model',
  setup: (plugged) => {
    plugged.onResolve({ filter: /^virtual:model$/ }, () => ({ path: 'model', namespace: virtual }))
    plugged.onResolve({ filter: /^@model-tasks\/spec\/validators$/ }, () => ({
      path: 'validators',
      namespace: virtual,
    }))
    plugged.onResolve({ filter: /^@model-tasks\/spec\/media$/ }, () => ({ path: 'media', namespace: virtual }))
    plugged.onLoad({ filter: /^model$/, namespace: virtual }, () => ({
      contents: JSON.stringify(model === undefined ? null : playgroundModel(model)),
      loader: 'json',
    }))
    plugged.onLoad({ filter: /^validators$/, namespace: virtual }, () => ({
      contents: `export const displayNames = {}\nexport const loaders = { ${model === undefined ? '' : `${JSON.stringify(model.id)}: () => import(${JSON.stringify(`@model-tasks/spec/validators/${model.id}`)})`} }`,
      resolveDir: folder('src'),
    }))
    // The page hands over the limits of its own model.
    plugged.onLoad({ filter: /^media$/, namespace: virtual }, () => ({ contents: 'export const loaders = {}' }))
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
    ...(parameter.kind === 'media'
      ? {
          media: parameter.media,
          accepts: parameter.accepts,
          ...(takesFiles(parameter) ? { limits: parameter.limits } : {}),
        }
      : {}),
  })),
  rules: model.rules.map(({ id, parameters }) => ({ id, parameters })),
})

const bundle = async (entry: string, plugins: Plugin[] = []): Promise<string> => {
  const result = await build({
    entryPoints: [entry],
    bundle: true,
    write: false,
    minify: true,
    format: 'esm',
    target: 'es2022',
    charset: 'utf8',
    legalComments: 'none',
    logLevel: 'silent',
    plugins,
    external: ['node:*'],
  })
  const [output] = result.outputFiles
  if (output === undefined) throw new Error(`Nothing came of bundling ${entry}`)
  return output.text
}

/** The stylesheets, each with the files it leaves out: a model's page has no finder and no prose, the others no playground. */
const sheets: Record<string, string[]> = {
  'site.css': ['5-playground.css'],
  'model.css': ['6-prose.css', '7-finder.css'],
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

/** Bundles the browser scripts, one playground per model, and the stylesheet. */
export const bundleAssets = async (models: Model[]): Promise<Assets> => {
  const browser = folder('browser')
  const entries = ['site.ts', 'finder.ts', 'compare.ts', 'search.ts', 'tasks/main.ts', 'probe.ts']
  const scripts = await Promise.all([
    ...entries.map(async (entry): Promise<[string, string]> => [
      entry.replace(/(\/main)?\.ts$/, '.js'),
      await bundle(browser + entry, [oneModel(undefined)]),
    ]),
    ...models.map(async (model): Promise<[string, string]> => [
      `play-${model.id}.js`,
      await bundle(`${browser}playground/main.ts`, [oneModel(model)]),
    ]),
    ...Object.entries(sheets).map(async ([name, unused]): Promise<[string, string]> => [
      name,
      await styleSheet(unused),
    ]),
  ])
  const files = scripts.map(([name, content]) => ({ name, path: hashed(name, content), content }))
  return {
    files: files.map(({ path, content }) => ({ path, content })),
    names: new Map(files.map(({ name, path }) => [name, path])),
  }
}
