import type { Catalogue } from '@model-tasks/spec/catalogue'
import { breadcrumbData, breadcrumbsOf } from '../machines/breadcrumbs.js'
import type { NavigationGroup } from '../pages/navigation.js'
import type { Page } from '../page.js'
import { fill } from '../texts/fill.js'
import { languages, type Language } from '../texts/language.js'
import { policyFor, themeScript } from './policy.js'
import { pageHref, type Render, type TemplateContext } from './templates.js'

const markPath =
  '<svg viewBox="0 0 20 20" width="20" height="20" aria-hidden="true"><path d="M2.5 5.5h9M2.5 10h9M2.5 14.5h5" fill="none" stroke="currentColor" stroke-width="1.75" stroke-linecap="round"/><path d="m12 13 2 2 4-4.5" fill="none" stroke="currentColor" stroke-width="1.75" stroke-linecap="round" stroke-linejoin="round"/></svg>'
/** What every page of a language shares. */
export interface Frame {
  language: Language
  navigation: NavigationGroup[]
  assets: ReadonlyMap<string, string>
  /** Styles that stand in their pages, by name. */
  inline: ReadonlyMap<string, string>
  catalogue: Catalogue
  siteUrl: string | undefined
  searchFile: string
  /** Whether a page is there in the other language too. */
  hasTwin: (path: string) => boolean
  live: boolean
}

const depthRoot = (folder: string): string => '../'.repeat(folder.split('/').length - 1)

/** The navigation from one depth of the site, which marks no page. */
const navigations = new WeakMap<Frame, Map<string, string>>()

/** The entry of the navigation that a page is, or is below of. */
const entryOf = (path: string, navigation: NavigationGroup[]): string =>
  navigation
    .flatMap(({ links }) => links.map((link) => link.path))
    .filter((place) => place !== '' && path.startsWith(place))
    .toSorted((left, right) => right.length - left.length)[0] ?? ''

/** The navigation of a page: the same on all pages of a depth, but for the mark of the page and the group that is open. */
const navigationHtml = (page: Page, frame: Frame, render: Render, context: TemplateContext): string => {
  const known = navigations.get(frame) ?? new Map<string, string>()
  navigations.set(frame, known)
  const { root } = context
  const unmarked =
    known.get(root) ?? render('navigation', { t: frame.language.texts, navigation: frame.navigation }, context)
  known.set(root, unmarked)
  const entry = entryOf(page.path, frame.navigation)
  const link = `<a href="${pageHref(entry, context)}"`
  const at = unmarked.indexOf(link)
  if (at < 0) return unmarked
  const group = unmarked.lastIndexOf('<details>', at) + '<details'.length
  const mark = entry === page.path ? 'page' : 'true'
  return `${unmarked.slice(0, group)} open${unmarked.slice(group, at)}${link} aria-current="${mark}"${unmarked.slice(at + link.length)}`
}

/** What a page says of itself to search engines, as JSON; undefined for nothing. Breadcrumbs need absolute addresses. */
const structuredData = (page: Page, { language, navigation, siteUrl }: Frame): string | undefined => {
  const { siteName, home } = language.texts
  const title = page.title.replace(` · ${siteName}`, '')
  const crumbs = siteUrl === undefined ? [] : breadcrumbsOf(page.path, title, home, navigation)
  const all = [
    ...(page.jsonLd === undefined ? [] : [page.jsonLd]),
    ...(crumbs.length === 0 ? [] : [breadcrumbData(crumbs, (path) => new URL(language.folder + path, siteUrl).href)]),
  ]
  return all.length === 0 ? undefined : JSON.stringify(all.length === 1 ? all[0] : all).replaceAll('<', '\\u003c')
}

/** A page as a whole HTML document. */
export const layOut = (
  page: Page,
  frame: Frame,
  render: Render,
  root = depthRoot(frame.language.folder + page.path),
): string => {
  const { language, catalogue } = frame
  const other = languages.find(({ code }) => code !== language.code) ?? language
  const hasTwin = !page.path.endsWith('.html') && frame.hasTwin(page.path)
  const context: TemplateContext = { root, language, assets: frame.assets }
  const styles = page.styles ?? 'site.css'
  const inlineStyles = frame.inline.get(styles)
  // A model's page is kept light: it names the picture of its model, or none.
  const card = page.card ?? (page.template === 'model' ? undefined : `card-${language.code}.jpg`)
  const shared = { t: language.texts, language, root }
  const body = render(page.template, { ...shared, ...page.data }, context)
  return render(
    'layout',
    {
      ...shared,
      body,
      title: page.title,
      description: page.description,
      policy: policyFor({ playground: page.template === 'model', inlineStyles }),
      themeScript,
      mark: markPath,
      canonical: frame.siteUrl === undefined ? undefined : new URL(language.folder + page.path, frame.siteUrl).href,
      other: { tag: other.tag },
      // The reader of a page that has no twin in the other language goes on from that language's home.
      otherHref: `${root}${other.folder}${hasTwin ? page.path : ''}` || './',
      alternates:
        frame.siteUrl === undefined || !hasTwin
          ? []
          : [
              ...languages.map(({ tag, folder }) => ({ tag, href: new URL(folder + page.path, frame.siteUrl).href })),
              { tag: 'x-default', href: new URL(page.path, frame.siteUrl).href },
            ],
      card: card === undefined || frame.siteUrl === undefined ? undefined : new URL(card, frame.siteUrl).href,
      markdownHref: page.markdown === undefined ? undefined : 'index.md',
      // A model's page is kept light: its Markdown can be copied.
      asks: page.template === 'prose',
      actions: page.markdown !== undefined && page.path !== '',
      styles,
      inlineStyles,
      scripts: page.scripts ?? [],
      jsonLd: structuredData(page, frame),
      bodyClass: page.bodyClass,
      // Nothing moves on these pages while they arrive. The columns of a table of prose depend on all of its rows.
      paintFrom: page.template === 'prose' ? 'page-end' : 'navigation',
      skipTarget: page.skipTarget,
      searchFile: frame.searchFile,
      live: frame.live,
      navigation: navigationHtml(page, frame, render, context),
      footerText: fill(language.texts.footer, { version: catalogue.version }),
    },
    context,
  )
}
