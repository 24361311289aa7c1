import type { SiteFile } from '../output/file.js'
import { escapeHtml } from '../render/escape.js'

/** The robots file. It names the sitemap where the site's address is known. */
export const robotsFile = (siteUrl: string | undefined): SiteFile => ({
  path: 'robots.txt',
  content: `User-agent: *\nAllow: /\n${siteUrl === undefined ? '' : `Sitemap: ${new URL('sitemap.xml', siteUrl).href}\n`}`,
})

/** The sitemap of a site whose address is known, which sitemaps require. */
export const sitemapFile = (siteUrl: string, paths: string[]): SiteFile => ({
  path: 'sitemap.xml',
  content: `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${paths.map((path) => `<url><loc>${escapeHtml(new URL(path, siteUrl).href)}</loc></url>`).join('\n')}
</urlset>
`,
})
