import { fileURLToPath } from 'node:url'
import type { Plugin } from 'esbuild'
import type { LanguageCode } from '../texts/code.js'

const virtual = 'of-the-page'
const sourceFolder = fileURLToPath(new URL('../', import.meta.url))

/**
 * Puts a page's one model in place of the indices of all models, and the page's language in place of English. The
 * playground is bundled once a language and reads its model from a variable in front of it; every other script has
 * none: what it sends was checked before.
 */
export const onePage = ({ variable, language }: { variable?: string; language?: LanguageCode }): Plugin => ({
  name: 'one-page',
  setup: (plugged) => {
    const contents: Record<string, string> = {
      'virtual:model': `export default ${variable === undefined ? 'null' : `${variable}.model`}`,
      '@model-tasks/spec/validators/names': 'export const displayNames = {}, renamedModels = {}, openModels = []',
      '@model-tasks/spec/validators': `export const loaders = ${variable === undefined ? '{}' : `{ [${variable}.model.id]: () => Promise.resolve(${variable}.validator) }`}`,
      '@model-tasks/spec/facts': `export { announcements, severities } from '@model-tasks/spec/findings'; ${texts(language)}; export const loaders = ${variable === undefined ? '{}' : `{ [${variable}.model.id]: () => Promise.resolve(${variable}.words) }`}`,
      // The page passes the limits of its own model.
      '@model-tasks/spec/media': 'export const loaders = {}',
    }
    const replaced = /^(virtual:model|@model-tasks\/spec\/(validators|validators\/names|facts|media))$/
    plugged.onResolve({ filter: replaced }, ({ path }) => ({ path, namespace: virtual }))
    plugged.onLoad({ filter: /.*/, namespace: virtual }, ({ path }) => ({
      contents: contents[path] ?? '',
      resolveDir: sourceFolder,
    }))
  },
})

/** The texts of messages. A page speaks one language, and validation speaks English where it is told no other. */
function texts(language: LanguageCode | undefined): string {
  return language === 'zh'
    ? "export { chinese as english } from '@model-tasks/spec/messages/zh'"
    : "export { english } from '@model-tasks/spec/messages/en'"
}
