import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Language } from '../texts/language.js'
import { guidesOf } from './guide-list.js'
import { folderOf } from './links.js'

/** Pages whose text the generator writes, in English. */
const generated =
  /^(interface|unknowns|diagnostics|upstreams|changelog|reference|guides\/(languages|portable-findings))\//

/** The translation of a page that the generator writes, by its file below `docs/`; undefined where there is none. */
export const translationOf = (file: string, { code }: Language): string | undefined => {
  const path = fileURLToPath(new URL(`../../content/${code}/reference/${file}`, import.meta.url))
  return existsSync(path) ? readFileSync(path, 'utf8') : undefined
}

const untranslated = new Map<string, boolean>()

/** Whether a page is there in English alone: a reader of another language is led to it, not to a copy. */
export const isEnglishOnly = (path: string, language: Language): boolean => {
  if (language.code === 'en') return false
  const known = untranslated.get(path) ?? asksFiles(path, language)
  untranslated.set(path, known)
  return known
}

const asksFiles = (path: string, language: Language): boolean =>
  generated.test(path)
    ? !translatedFiles.some((file) => folderOf(file) === path && translationOf(file, language) !== undefined)
    : guidesOf(language.code).some((guide) => guide.path === path && !guide.translated)

/** Files of the generator that may have a translation. */
const translatedFiles = [
  'service.md',
  'task.md',
  'states.md',
  'errors.md',
  'findings.md',
  'extensions.md',
  'unknowns.md',
  'portable-findings.md',
  'languages.md',
]

/** The folder of the language in which a page is to be read. */
export const folderFor = (path: string, language: Language): string =>
  isEnglishOnly(path, language) ? '' : language.folder
