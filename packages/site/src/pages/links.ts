import { posix } from 'node:path'

/** Pages whose text the generator writes: the file below `docs/` and the folder on the site. */
const referencePages: ReadonlyMap<string, string> = new Map([
  ['service.md', 'interface/'],
  ['task.md', 'interface/task/'],
  ['states.md', 'interface/states/'],
  ['errors.md', 'interface/errors/'],
  ['findings.md', 'interface/findings/'],
  ['extensions.md', 'interface/extensions/'],
  ['unknowns.md', 'unknowns/'],
  ['diagnostics.md', 'diagnostics/'],
  ['keywords.md', 'keywords/'],
  ['languages.md', 'guides/languages/'],
  ['portable-findings.md', 'guides/portable-findings/'],
  ['upstreams.md', 'upstreams/'],
  ['changelog.md', 'changelog/'],
  ['index.md', ''],
])

/** The folder on the site of a file below `docs/`. */
export const folderOf = (file: string): string | undefined =>
  referencePages.get(file) ??
  /^(models|diagnostics|upstreams)\/(.+)\.md$/.exec(file)?.slice(1).join('/').concat('/') ??
  /^languages\/(.+)\.md$/.exec(file)?.[1]?.replace(/^.*$/, 'guides/languages/$&/') ??
  (file.endsWith('.md') ? `reference/${file.slice(0, -'.md'.length)}/` : undefined)

/** Where a link of a Markdown file leads: to a page (with `page`) or to a file below the site's root. */
export interface Target {
  page?: string
  file?: string
  /** With its hash; empty for none. */
  anchor: string
  /** With its question mark; only of a page. */
  query?: string
}

/**
 * Resolves a link written in `docs/<file>` of the generated package, or in a guide (whose links are folders of the site).
 * Undefined for a link that leaves the site.
 */
export const resolveLink = (link: string, file: string | undefined): Target | undefined => {
  if (/^[a-z]+:/i.test(link)) return undefined
  const [path = '', hash = ''] = link.split('#')
  const anchor = hash === '' ? '' : `#${hash}`
  if (path === '') return { anchor }
  if (file === undefined) {
    const [folder = '', query = ''] = path.replace(/^\//, '').split('?')
    return folder.endsWith('/')
      ? { page: folder, anchor, ...(query === '' ? {} : { query: `?${query}` }) }
      : { file: folder, anchor }
  }
  const resolved = posix.join('docs', posix.dirname(file), path)
  if (!resolved.startsWith('docs/'))
    return resolved.endsWith('/') ? { page: resolved, anchor } : { file: resolved, anchor }
  const page = folderOf(resolved.slice('docs/'.length))
  return page === undefined ? undefined : { page, anchor }
}
