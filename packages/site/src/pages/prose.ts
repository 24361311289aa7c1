import type { Page, SearchEntry } from '../page.js'
import { renderMarkdown, type RenderedMarkdown } from '../render/markdown.js'
import type { Language } from '../texts/language.js'
import { proseEntries } from '../search/prose-entries.js'
import { descriptionOf } from './description.js'
import { withoutProofs } from './proofs.js'
import { resolveLink, type Target } from './links.js'
import { markdownTwin } from './markdown-twin.js'
import { folderFor, isEnglishOnly } from './translated.js'

/** A page made of Markdown: a guide, or a page of the reference that the generator wrote. */
export interface ProseSource {
  path: string
  /** The file below `docs/` of the generated package; undefined for a guide, whose links are folders of the site. */
  file?: string
  text: string
  kind: SearchEntry['kind']
  /** What the navigation calls the page, where its own heading is in another language. */
  label?: string
  /** What the page is made of, from the root of the repository. */
  madeFrom?: string[]
  figure?: (word: string, text: string) => string | undefined
  /** Whether a text of a translated page is still English. */
  isEnglish?: (text: string) => boolean
}

const rootOf = (path: string, language: Language): string =>
  '../'.repeat(`${language.folder}${path}`.split('/').length - 1)

const hrefOf = (target: Target, root: string, language: Language): string => {
  if (target.page !== undefined)
    return `${root}${folderFor(target.page, language)}${target.page}${target.query ?? ''}${target.anchor}` || './'
  return target.file === undefined ? target.anchor : `${root}${target.file}${target.anchor}`
}

/** Pages as they were rendered in English: what they say is searched in the other languages too, but shown there by none. */
const inEnglish = new Map<string, RenderedMarkdown>()

const rendered = (source: ProseSource, root: string, language: Language): RenderedMarkdown => {
  const before = isEnglishOnly(source.path, language) ? inEnglish.get(source.text) : undefined
  if (before !== undefined) return before
  const now = renderMarkdown(source.text, {
    link: (link) => {
      const target = resolveLink(link, source.file)
      return target === undefined ? link : hrefOf(target, root, language)
    },
    copy: language.texts.copy,
    ...(source.isEnglish === undefined ? {} : { isEnglish: source.isEnglish }),
    ...(source.figure === undefined ? {} : { figure: source.figure }),
  })
  if (language.code === 'en') inEnglish.set(source.text, now)
  return now
}

/** Turns Markdown into a page with a list of its headings. */
export const prosePage = (source: ProseSource, language: Language): Page => {
  const root = rootOf(source.path, language)
  const { html, headings, rows } = rendered(source, root, language)
  // The first search is light: it leaves out the text of what is not in the reader's language, of the pages for
  // contributors and operators, for one framework, and of the client's reference. A second file brings them.
  const later =
    isEnglishOnly(source.path, language) ||
    /^(upstreams|decisions|keywords|diagnostics|changelog)\/|^guides\/(languages|command-line|vendor-apis|upgrade|architecture|client|releases|gateway|growth|licences|reverse-proxy|tools|portable-findings|adding-a-model|your-provider|react|ai-sdk)\//.test(
      source.path,
    )
  const title = headings.find(({ level }) => level === 1)?.text ?? language.texts.siteName
  const sections = headings.filter(({ level }) => level === 2)
  return {
    path: source.path,
    title: `${title} · ${language.texts.siteName}`,
    description: descriptionOf(source.text, title),
    ...(source.madeFrom === undefined ? {} : { madeFrom: source.madeFrom }),
    ...(isEnglishOnly(source.path, language) ? { inEnglish: true } : {}),
    template: 'prose',
    markdown: markdownTwin(source.text, source.file, root, language),
    bodyClass: sections.length > 1 ? 'with-contents' : '',
    data: {
      html,
      headings: sections.length > 1 ? sections : undefined,
    },
    entries: proseEntries({
      kind: source.kind,
      title,
      label: source.label ?? '',
      text: withoutProofs(source.text),
      sections: headings.filter(({ level }) => level > 1 && level < 5),
      // The names of other people's packages would stand before what a word means here.
      rows: source.path.startsWith('guides/licences/') ? [] : rows,
      later,
      sectionsLater: source.path === 'keywords/',
    }),
  }
}
