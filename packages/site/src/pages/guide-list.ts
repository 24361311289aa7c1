import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { posix } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ContentError } from '../content-error.js'
import type { LanguageCode } from '../texts/code.js'
import type { Language } from '../texts/language.js'
import { hasTranslation, markdownIn, tableOf, translation } from '../texts/translation.js'

/** The groups of the navigation that a page of content may be in. */
export type Section = 'build' | 'operate' | 'contribute'

/** A page of content: one Markdown file below `content/<language>/`, which says itself where it belongs. */
export interface Guide {
  path: string
  title: string
  section: Section
  order: number
  /** Markdown without its front matter; undefined for a guide that is made elsewhere. */
  text?: string
  /** The file it is written in, from the root of the repository. */
  file?: string
  /** Whether a text of a translated guide is still English. */
  isEnglish?: (text: string) => boolean
  /** Whether the text is in the language that was asked for. */
  translated: boolean
}

const folder = (code: LanguageCode): string => fileURLToPath(new URL(`../../content/${code}/`, import.meta.url))

const isSection = (name: string | undefined): name is Section =>
  name === 'build' || name === 'operate' || name === 'contribute'

/** What a page says of itself above its text. */
const frontMatter = (source: string): { values: Map<string, string>; text: string } => {
  const [, head = '', text] = /^---\n([\s\S]*?)\n---\n\s*([\s\S]*)$/.exec(source) ?? []
  const lines = head.split('\n').filter((line) => line.includes(':'))
  return {
    values: new Map(
      lines.map((line): [string, string] => {
        const colon = line.indexOf(':')
        return [line.slice(0, colon).trim(), line.slice(colon + 1).trim()]
      }),
    ),
    text: text ?? source,
  }
}

/**
 * Reads a page of content. Its front matter names `title`, `order` and `section`; without it the title is the first
 * heading, the order is last, and a page in a folder of its own, such as a decision, is in the section `contribute`. One
 * without a file in the language is translated block by block where there is a table of its texts.
 * Throws when a section is named that does not exist.
 */
const readGuide = (file: string, language: Language): Guide => {
  const { code } = language
  const name = file.replace(/\.md$/, '')
  const isWritten = existsSync(folder(code) + file)
  const { values, text } = frontMatter(readFileSync(folder(isWritten ? code : 'en') + file, 'utf8'))
  const table = isWritten || !hasTranslation(tableOf(file), code) ? undefined : translation(tableOf(file), language)
  const section = values.get('section') ?? (file.includes('/') ? 'contribute' : 'build')
  if (!isSection(section))
    throw new ContentError(
      `content/${code}/${file}: section: ${section} is not a section; use build, operate or contribute`,
    )
  return {
    path: file.includes('/') ? `${name}/` : `guides/${name}/`,
    title: (table?.say ?? String)(values.get('title') ?? /^# (.+)$/m.exec(text)?.[1] ?? name),
    section,
    file: `packages/site/content/${isWritten ? code : 'en'}/${file}`,
    order: Number(values.get('order') ?? 1000),
    text: table === undefined ? text : markdownIn(text, table),
    ...(table === undefined ? {} : { isEnglish: table.isEnglish }),
    translated: isWritten || table !== undefined,
  }
}

/** Guides that are made from data, not from a file of content. */
const made: { path: string; titles: Record<LanguageCode, string>; order: number }[] = [
  { path: 'guides/client/', titles: { en: 'Client reference', zh: '客户端参考' }, order: 44 },
  { path: 'guides/command-line/', titles: { en: 'Command line', zh: '命令行' }, order: 45 },
  { path: 'guides/languages/', titles: { en: 'Other languages', zh: '其他语言' }, order: 60 },
  { path: 'guides/portable-findings/', titles: { en: 'Portable findings', zh: '可移植的规则' }, order: 70 },
]

/** The guides of a language, in the order in which they are read. */
export const guidesOf = (language: Language): Guide[] =>
  [
    ...readdirSync(folder('en'), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.md'))
      .map((file) => file.replaceAll('\\', '/'))
      .map((file) => readGuide(file, language)),
    ...made.map(({ path, titles, order }): Guide => ({
      path,
      title: titles[language.code],
      section: 'build',
      order,
      translated: language.code === 'en' || hasTranslation(posix.basename(path), language.code),
    })),
  ].sort((left, right) => left.order - right.order || (left.path < right.path ? -1 : 1))
