import type { Language } from '../texts/language.js'
import { resolveLink } from './links.js'
import { folderFor } from './translated.js'

/**
 * Markdown with its links turned to the Markdown twins of the site's pages. `file` is the one below `docs/` of the
 * generated package that it was read from, undefined for a guide; `root` leads from the page to the site's root.
 */
export const markdownTwin = (text: string, file: string | undefined, root: string, language: Language): string =>
  text.replace(/\]\(([^)\s]+)\)/g, (whole, link: string) => {
    const target = resolveLink(link, file)
    if (target?.page !== undefined)
      return `](${root}${folderFor(target.page, language)}${target.page}index.md${target.anchor})`
    return target?.file === undefined ? whole : `](${root}${target.file}${target.anchor})`
  })
