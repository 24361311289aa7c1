import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'esbuild'
import { announcements } from '@model-tasks/spec/findings'
import { english } from '@model-tasks/spec/messages/en'
import { chinese } from '@model-tasks/spec/messages/zh'
import type { LanguageCode } from '../texts/code.js'

const virtual = 'of-the-page'
const sourceFolder = fileURLToPath(new URL('../', import.meta.url))

/** What a script of one page is bundled with. */
interface OnePage {
  /** In which it finds its model. */
  variable?: string
  language?: LanguageCode
  /** The scripts of all models: a rule that is announced in none of them has no text. */
  reported?: string
}

/**
 * Puts a page's one model in place of the indices of all models, and the page's language in place of English. The
 * playground is bundled once a language and reads its model from a variable in front of it; every other script has
 * none: what it sends was checked before. A playground's request always names that model and never moves to another,
 * so that what validation says of unknown models and of moves stays away.
 */
export const onePage = ({ variable, language, reported = '' }: OnePage): Plugin => ({
  name: 'one-page',
  setup: (plugged) => {
    const contents: Record<string, string> = {
      'virtual:model': `export default ${variable === undefined ? 'null' : `${variable}.model`}`,
      '@model-tasks/spec/validators/names': 'export const displayNames = {}, renamedModels = {}, openModels = []',
      '@model-tasks/spec/validators': `export const loaders = ${variable === undefined ? '{}' : `{ [${variable}.model.id]: () => Promise.resolve(${variable}.validator) }`}`,
      '@model-tasks/spec/facts': `export { announcements, severities } from '@model-tasks/spec/findings'; ${texts(language, variable === undefined ? undefined : reported)}; export const loaders = ${variable === undefined ? '{}' : `{ [${variable}.model.id]: () => Promise.resolve(${variable}.words) }`}`,
      'migrate.js': 'export const migrateRequest = undefined',
      'unknown-model.js': "export const unknownModel = () => { throw new Error('a page names its own model') }",
      // The page passes the limits of its own model.
      '@model-tasks/spec/media': 'export const loaders = {}',
    }
    const replaced = /^(virtual:model|@model-tasks\/spec\/(validators|validators\/names|facts|media))$/
    plugged.onResolve({ filter: replaced }, ({ path }) => ({ path, namespace: virtual }))
    const unused = /^\.\/(migrate|unknown-model)\.js$/
    if (variable !== undefined)
      plugged.onResolve({ filter: unused }, ({ path, importer }) =>
        /[\\/]validation[\\/]/.test(importer) ? { path: basename(path), namespace: virtual } : undefined,
      )
    // All of it is in one file: what is loaded when it is needed elsewhere would only be wrapped here.
    if (variable !== undefined)
      plugged.onLoad({ filter: /[\\/]validation[\\/][^\\/]+[\\/][^\\/]+\.js$/ }, async ({ path }) => ({
        contents: atOnce(await readFile(path, 'utf8')),
      }))
    plugged.onLoad({ filter: /.*/, namespace: virtual }, ({ path }) => ({
      contents: contents[path] ?? '',
      resolveDir: sourceFolder,
    }))
  },
})

/** A module that imports at once what it would import later. */
function atOnce(code: string): string {
  const parts: string[] = []
  const rest = code.replace(/await import\(('[^']+')\)/g, (_, path: string) => {
    parts.push(`import * as part${parts.length} from ${path};`)
    return `part${parts.length - 1}`
  })
  return parts.join('') + rest
}

/**
 * The texts of messages. A page speaks one language, and validation speaks English where it is told no other. A playground
 * that is bundled with its model leaves out what is said of files, which another script checks, of other models, and of
 * dates that no model has.
 */
function texts(language: LanguageCode | undefined, reported: string | undefined): string {
  const all = language === 'zh' ? chinese : english
  if (reported === undefined)
    return language === 'zh'
      ? "export { chinese as english } from '@model-tasks/spec/messages/zh'"
      : "export { english } from '@model-tasks/spec/messages/en'"
  const unannounced = Object.entries(announcements).flatMap(([early, became]) =>
    reported.includes(JSON.stringify(early)) ? [] : [early, became?.rule],
  )
  const said = ([key]: [string, unknown]): boolean =>
    !/^(media-(?!reference|base64)|model-unknown|change-)/.test(key) && !unannounced.includes(key)
  const kept = <T>(from: Readonly<Record<string, T>>): Record<string, T> =>
    Object.fromEntries(Object.entries(from).filter(said))
  return `export const english = ${JSON.stringify({ ...all, rules: kept(all.rules), texts: kept(all.texts) })}`
}

/** Puts the page's language in the place of English where a script checks requests of all models. */
export const inLanguage = (language: LanguageCode): Plugin => ({
  name: 'in-language',
  setup: (plugged) => {
    plugged.onResolve({ filter: /^@model-tasks\/spec\/facts$/ }, ({ path, namespace }) =>
      namespace === virtual ? undefined : { path, namespace: virtual },
    )
    plugged.onLoad({ filter: /.*/, namespace: virtual }, ({ path }) => ({
      contents: `export { announcements, severities } from '@model-tasks/spec/findings'; ${texts(language, undefined)}; export { loaders } from '${path}'`,
      resolveDir: sourceFolder,
    }))
  },
})
