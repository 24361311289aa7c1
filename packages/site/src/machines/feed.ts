import type { SiteFile } from '../output/file.js'
import { escapeHtml } from '../render/escape.js'

/** One version of the changelog. */
interface Version {
  name: string
  /** The day in its heading, where that has one: `## 0.2.0 (2027-01-31)`. */
  day: string | undefined
  text: string
}

/** The versions of a changelog in Markdown, newest first. */
const versionsIn = (changelog: string): Version[] =>
  changelog
    .split(/^## /m)
    .slice(1)
    .flatMap((section): Version[] => {
      const [name = '', ...lines] = section.split('\n')
      const [, version, day] = /^(\d+\.\d+\.\d+\S*)(?:.*?(\d{4}-\d\d-\d\d))?/.exec(name) ?? []
      return version === undefined ? [] : [{ name: version, day, text: lines.join('\n').trim() }]
    })

/**
 * The changes of the catalogue as an Atom feed. A version carries the day in its heading; one without carries `day`.
 * Addresses are absolute where the site's own is known, else relative to the feed.
 */
export const feedFile = (changelog: string, siteUrl: string | undefined, day = '2026-01-01'): SiteFile => {
  const at = (path: string): string => (siteUrl === undefined ? path : new URL(path, siteUrl).href)
  const versions = versionsIn(changelog)
  const timeOf = (of: string | undefined): string => `${of ?? day}T00:00:00Z`
  const entries = versions.map(
    ({ name, day: own, text }) => `<entry>
<id>urn:model-tasks:catalogue:${escapeHtml(name)}</id>
<title>Catalogue ${escapeHtml(name)}</title>
<updated>${timeOf(own)}</updated>
<link href="${escapeHtml(at('changelog/'))}"/>
<content type="text">${escapeHtml(text)}</content>
</entry>`,
  )
  return {
    path: 'feed.xml',
    content: `<?xml version="1.0" encoding="UTF-8"?>
<feed xmlns="http://www.w3.org/2005/Atom">
<id>urn:model-tasks:catalogue</id>
<title>Model Tasks: changes of the catalogue</title>
<updated>${timeOf(versions[0]?.day)}</updated>
<author><name>Model Tasks</name></author>
<link rel="self" href="${escapeHtml(at('feed.xml'))}"/>
<link href="${escapeHtml(at('changelog/'))}"/>
${entries.join('\n')}
</feed>
`,
  }
}
