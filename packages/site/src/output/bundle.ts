import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { basename, extname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build, type Plugin } from 'esbuild'
import type { Model } from '@model-tasks/spec/catalogue'
import { askedModel } from '../facts/prices.js'
import type { LanguageCode } from '../texts/code.js'
import { languages } from '../texts/language.js'
import type { SiteFile } from './file.js'
import { limitScripts, modelScripts, modelVariable } from './model-scripts.js'
import { inLanguage, onePage } from './one-page.js'
import { scriptOptions } from './script-options.js'

const folder = (name: string): string => fileURLToPath(new URL(`../../${name}/`, import.meta.url))

/** Scripts and styles of the site, under names that change with their content. */
export interface Assets {
  files: SiteFile[]
  /** From the name of the source, such as `site.css`, to the path below the site's root. */
  names: ReadonlyMap<string, string>
  /** Styles that stand in their pages, by the name of their source: what is read first is painted without a second request. */
  inline: ReadonlyMap<string, string>
}

const bundle = async (
  entry: string,
  plugin: Plugin,
  language: LanguageCode,
  define: Record<string, string> = {},
): Promise<string> => {
  const result = await build({
    ...scriptOptions,
    entryPoints: [entry],
    format: 'esm',
    define: { PAGE_LANGUAGE: JSON.stringify(language), ...define },
    plugins: [plugin],
  })
  const [output] = result.outputFiles
  if (output === undefined) throw new Error(`Bundling ${entry} gave no file`)
  return output.text
}

/** The stylesheets, each with the files it leaves out: a model's page has no finder and no prose, the others no playground, and search brings its own. */
const sheets: Record<string, string[]> = {
  'site.css': ['5-playground.css', '8-search.css'],
  'model.css': ['6-prose.css', '7-failures.css', '7-finder.css', '8-search.css'],
  'search.css': readdirSync(folder('styles')).filter((file) => file !== '8-search.css'),
}

/** The stylesheet of the pages that people come to from elsewhere. Pages that are read one after the other share a file. */
const inlined = 'model.css'

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

/** Scripts that depend neither on the page nor on its language, by the entry below `browser/`. */
const shared = [
  'site',
  'finder',
  'compare',
  'prices',
  'search',
  'samples',
  'cost',
  'tasks/main',
  'files/main',
  'by-request/main',
  'by-request/vendors',
  'failures/main',
  'failures/program',
]

/** Bundles the shared scripts, all in one build: what several of them import is read once. */
const sharedScripts = async (): Promise<[name: string, text: string][]> => {
  const { outputFiles } = await build({
    ...scriptOptions,
    entryPoints: shared.map((entry) => ({
      in: `${folder('browser')}${entry}.ts`,
      out: entry === 'by-request/vendors' ? 'request-vendors' : entry.replace(/^by-|\/main$/g, '').replace('/', '-'),
    })),
    outdir: '.',
    format: 'esm',
    define: { PAGE_LANGUAGE: JSON.stringify('en') },
    plugins: [onePage({})],
  })
  return outputFiles.map(({ path, text }) => [basename(path), text])
}

/** The name of the script that checks a request against all models, in one language. */
export const requestCheck = (language: LanguageCode): string => `request-check.${language}.js`

/** Bundles the playground in each language, by its code. */
const playgroundsOf = async (models: Promise<ReadonlyMap<string, string>>): Promise<[string, string][]> => {
  const reported = [...(await models).values()].join('')
  return await Promise.all(
    languages.map(async ({ code }): Promise<[string, string]> => [
      code,
      await bundle(
        `${folder('browser')}playground/main.ts`,
        onePage({ variable: modelVariable, language: code, reported }),
        code,
      ),
    ]),
  )
}

/** Bundles the browser scripts, one playground per model and language, and the stylesheets. */
export const bundleAssets = async (models: Model[]): Promise<Assets> => {
  const browser = folder('browser')
  const ofEachModel = modelScripts(models)
  const [ofShared, ofModels, limits, playgrounds, ...others] = await Promise.all([
    sharedScripts(),
    ofEachModel,
    limitScripts(models),
    playgroundsOf(ofEachModel),
    ...languages.map(async ({ code }): Promise<[string, string]> => [
      requestCheck(code),
      await bundle(`${browser}by-request/worker.ts`, inLanguage(code), code, {
        ASKED_MODELS: JSON.stringify(models.map(askedModel)),
      }),
    ]),
    ...Object.entries(sheets).map(async ([name, unused]): Promise<[string, string]> => [
      name,
      await styleSheet(unused),
    ]),
  ])
  const scripts = [...ofShared, ...others]
  for (const [file, text] of limits) scripts.push([`limits-${file}.js`, text])
  for (const [code, playground] of playgrounds)
    for (const [file, text] of ofModels) scripts.push([`play-${file}.${code}.js`, text + playground])
  const inline = new Map(scripts.filter(([name]) => name === inlined))
  const files = scripts
    .filter(([name]) => !inline.has(name))
    .map(([name, content]) => ({ name, path: hashed(name, content), content }))
  return {
    files: files.map(({ path, content }) => ({ path, content })),
    names: new Map(files.map(({ name, path }) => [name, path])),
    inline,
  }
}
