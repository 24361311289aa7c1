import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { LanguageCode } from '../texts/code.js'
import type { Language } from '../texts/language.js'
import { guidesOf } from './guide-list.js'
import { folderOf } from './links.js'

/** Pages whose text the generator writes, in English. */
const generated =
  /^(interface|unknowns|diagnostics|upstreams|changelog|reference|guides\/(languages|portable-findings))\//

const referenceFolder = (code: LanguageCode): string =>
  fileURLToPath(new URL(`../../content/${code}/reference/`, import.meta.url))

/** The translation of a page that the generator writes, by its file below `docs/`; undefined where there is none. */
export const translationOf = (file: string, { code }: Language): string | undefined => {
  const path = referenceFolder(code) + file
  return existsSync(path) ? readFileSync(path, 'utf8') : undefined
}

interface Translations {
  references: Set<string | undefined>
  untranslatedGuides: Set<string>
}

/** What a language has, read once: a build asks for every link. */
const known = new Map<LanguageCode, Translations>()

const translationsIn = (code: LanguageCode): Translations =>
  known.get(code) ?? {
    references: new Set(readdirSync(referenceFolder(code)).map(folderOf)),
    untranslatedGuides: new Set(guidesOf(code).flatMap(({ path, translated }) => (translated ? [] : [path]))),
  }

/** Whether a page is there in English alone: a reader of another language is led to it, not to a copy. */
export const isEnglishOnly = (path: string, { code }: Language): boolean => {
  if (code === 'en') return false
  const translations = translationsIn(code)
  known.set(code, translations)
  return generated.test(path) ? !translations.references.has(path) : translations.untranslatedGuides.has(path)
}

/** The folder of the language in which a page is to be read. */
export const folderFor = (path: string, language: Language): string =>
  isEnglishOnly(path, language) ? '' : language.folder
