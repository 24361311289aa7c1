import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { LanguageCode } from '../texts/code.js'
import type { Language } from '../texts/language.js'
import { hasTranslation, markdownIn, tableOf, translation, translationNames } from '../texts/translation.js'
import { guidesOf } from './guide-list.js'
import { folderOf } from './links.js'

/** Pages whose text the generator writes, in English. */
const generated =
  /^(interface|unknowns|keywords|diagnostics|upstreams|changelog|reference|guides\/(languages|portable-findings))\//

const referenceFolder = (code: LanguageCode): string =>
  fileURLToPath(new URL(`../../content/${code}/reference/`, import.meta.url))

/** A page that the generator writes, in a language. */
interface TranslatedPage {
  text: string
  /** Whether a text of it is still English. */
  isEnglish?: (text: string) => boolean
}

/** A page that the generator writes, by its file below `docs/`: from a file of its own, or block by block from a table of texts; else in English. */
export const translated = (file: string, english: string, language: Language): TranslatedPage => {
  const { code } = language
  const path = referenceFolder(code) + file
  if (existsSync(path)) return { text: readFileSync(path, 'utf8') }
  if (!hasTranslation(tableOf(file), code)) return { text: english }
  const table = translation(tableOf(file), language)
  return { text: markdownIn(english, table), isEnglish: table.isEnglish }
}

interface Translations {
  references: Set<string | undefined>
  /** Folders of which all pages are translated from a table. */
  folders: string[]
  untranslatedGuides: Set<string>
  /** What was answered before: every page asks for every link of the navigation. */
  answers: Map<string, boolean>
}

/** What a language has, read once: a build asks for every link. */
const known = new Map<LanguageCode, Translations>()

const translationsIn = (language: Language): Translations => {
  const { code } = language
  const before = known.get(code)
  if (before !== undefined) return before
  const now: Translations = {
    references: new Set(readdirSync(referenceFolder(code)).map(folderOf)),
    folders: translationNames(code).flatMap((name) => folderOf(`${name}.md`) ?? []),
    answers: new Map(),
    untranslatedGuides: new Set(guidesOf(language).flatMap(({ path, translated }) => (translated ? [] : [path]))),
  }
  known.set(code, now)
  return now
}

const isUntranslated = (path: string, { references, folders, untranslatedGuides }: Translations): boolean =>
  generated.test(path)
    ? !references.has(path) && !folders.some((folder) => path.startsWith(folder))
    : untranslatedGuides.has(path)

/** Whether a page is there in English alone: a reader of another language is led to it, not to a copy. */
export const isEnglishOnly = (path: string, language: Language): boolean => {
  if (language.code === 'en') return false
  const translations = translationsIn(language)
  const answer = translations.answers.get(path) ?? isUntranslated(path, translations)
  translations.answers.set(path, answer)
  return answer
}

/** The folder of the language in which a page is to be read. */
export const folderFor = (path: string, language: Language): string =>
  isEnglishOnly(path, language) ? '' : language.folder
