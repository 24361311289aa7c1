import type { SiteFile } from '../output/file.js'
import { escapeHtml } from '../render/escape.js'

/** The sitemap and the robots file that names it, for a site whose address is known. */
export const sitemapFiles = (siteUrl: string, paths: string[]): SiteFile[] => {
  const urls = paths.map((path) => `<url><loc>${escapeHtml(new URL(path, siteUrl).href)}</loc></url>`).join('\n')
  return [
    {
      path: 'sitemap.xml',
      content: `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${urls}\n</urlset>\n`,
    },
    { path: 'robots.txt', content: `User-agent: *\nAllow: /\nSitemap: ${new URL('sitemap.xml', siteUrl).href}\n` },
  ]
}
