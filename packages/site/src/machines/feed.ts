import type { SiteFile } from '../output/file.js'
import { escapeHtml } from '../render/escape.js'
import { headingId } from '../render/markdown.js'

/** One version of the changelog that has been released. */
interface Version {
  /** Its heading as it stands: the version and the day, `0.2.0 (2027-01-31)`. */
  heading: string
  name: string
  day: string
  text: string
}

/** The versions of a changelog in Markdown, newest first: the sections whose heading is a version with a day. */
const versionsIn = (changelog: string): Version[] =>
  changelog
    .split(/^## /m)
    .slice(1)
    .flatMap((section): Version[] => {
      const [heading = '', ...lines] = section.split('\n')
      const [, name, day] = /^(\d+\.\d+\.\d+\S*) \((\d{4}-\d\d-\d\d)\)$/.exec(heading.trim()) ?? []
      return name === undefined || day === undefined ? [] : [{ heading, name, day, text: lines.join('\n').trim() }]
    })

const timeOf = (day: string): string => `${day}T00:00:00Z`

/**
 * The changes of the catalogue as an Atom feed: one entry per version whose heading has a day, such as
 * `## 0.2.0 (2027-01-31)`; a version without one is not out. Addresses are absolute where the site's own is known, else
 * relative to the feed.
 */
export const feedFile = (changelog: string, siteUrl: string | undefined): SiteFile => {
  const at = (path: string): string => escapeHtml(siteUrl === undefined ? path : new URL(path, siteUrl).href)
  const versions = versionsIn(changelog)
  const entries = versions.map(
    ({ heading, name, day, text }) => `<entry>
<id>urn:model-tasks:catalogue:${escapeHtml(name)}</id>
<title>Catalogue ${escapeHtml(name)}</title>
<updated>${timeOf(day)}</updated>
<link href="${at(`changelog/#${headingId(heading)}`)}"/>
<content type="text">${escapeHtml(text)}</content>
</entry>`,
  )
  return {
    path: 'feed.xml',
    content: `<?xml version="1.0" encoding="UTF-8"?>
<feed xmlns="http://www.w3.org/2005/Atom">
<id>urn:model-tasks:catalogue</id>
<title>Model Tasks: changes of the catalogue</title>
<updated>${timeOf(versions[0]?.day ?? '1970-01-01')}</updated>
<author><name>Model Tasks</name></author>
<link rel="self" href="${at('feed.xml')}"/>
<link href="${at('changelog/')}"/>
${entries.join('\n')}
</feed>
`,
  }
}
