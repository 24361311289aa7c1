import type { SiteFile } from '../output/file.js'
import { escapeHtml } from '../render/escape.js'

/** The robots file. It names the sitemap where the site's address is known. */
export const robotsFile = (siteUrl: string | undefined): SiteFile => ({
  path: 'robots.txt',
  content: `User-agent: *\nAllow: /\n${siteUrl === undefined ? '' : `Sitemap: ${new URL('sitemap.xml', siteUrl).href}\n`}`,
})

/** The sitemap of a site whose address is known, which sitemaps require, with the day on which each page changed last. */
export const sitemapFile = (siteUrl: string, pages: { path: string; changed: string | undefined }[]): SiteFile => ({
  path: 'sitemap.xml',
  content: `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${pages
  .map(
    ({ path, changed }) =>
      `<url><loc>${escapeHtml(new URL(path, siteUrl).href)}</loc>${changed === undefined ? '' : `<lastmod>${changed}</lastmod>`}</url>`,
  )
  .join('\n')}
</urlset>
`,
})
