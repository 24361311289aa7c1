import { posix } from 'node:path'
import type { Catalogue } from '@model-tasks/spec/catalogue'
import type { Page } from '../page.js'
import type { SiteFile } from '../output/file.js'

/** A page's Markdown, with links that were relative to `from` made relative to the folder `to`. Code stays as it is. */
export const rebased = (markdown: string, from: string, to: string): string =>
  markdown
    .split(/(^```[\s\S]*?^```)/m)
    .map((part) =>
      part.startsWith('```')
        ? part
        : part.replace(/\]\(([^)\s]+)\)/g, (whole, link: string) => {
            if (/^([a-z]+:|#)/i.test(link))
              return link.startsWith('#') ? `](${posix.relative(to, from)}/index.md${link})` : whole
            const [path = '', ...rest] = link.split(/(?=[#?])/)
            return `](${posix.relative(to, posix.join(from, path)) || './'}${rest.join('')})`
          }),
    )
    .join('')

const headingOf = (markdown: string): string => /^# (.+)$/m.exec(markdown)?.[1] ?? ''

/** `llms.txt` (what is where), `llms-full.txt` (everything) and one text per model: its page and the interface around it. */
export const llmsFiles = (catalogue: Catalogue, pages: Page[]): SiteFile[] => {
  const written = pages.filter((page) => page.markdown !== undefined)
  const line = (page: Page): string =>
    `- [${headingOf(page.markdown ?? '')}](${page.path}index.md): ${page.description}`
  const part = (title: string, prefix: string): string[] => {
    const found = written.filter(({ path }) => path.startsWith(prefix))
    return [`## ${title}`, '', ...found.map(line), '']
  }
  const index = [
    '# Model Tasks',
    '',
    `> The contract of a service that generates videos and images asynchronously: ${catalogue.models.length} models, one submit and one query endpoint. Version ${catalogue.version}.`,
    '',
    'Every page has a Markdown twin: add index.md to its address. All facts as data: [catalogue.json](catalogue.json), [openapi.json](openapi.json), json-schema/<model-id>.schema.json.',
    '',
    ...part('Models', 'models/').filter((line) => !line.includes('(models/index.md)')),
    ...part('Interface', 'interface/'),
    ...part('Guides', 'guides/'),
    '## Optional',
    '',
    ...written.filter(({ path }) => !/^(models|interface|guides|diagnostics\/.+)/.test(path)).map(line),
    '',
  ].join('\n')
  const full = written
    .filter(({ path }) => !path.startsWith('diagnostics/'))
    .map(({ markdown, path }) => rebased(markdown ?? '', path, ''))
    .join('\n\n---\n\n')
  const around = (to: string): string[] =>
    ['interface/', 'interface/task/', 'interface/states/'].map((path) =>
      rebased(written.find((page) => page.path === path)?.markdown ?? '', path, to),
    )
  return [
    { path: 'llms.txt', content: index },
    { path: 'llms-full.txt', content: full },
    ...written
      .filter(({ path }) => path.startsWith('models/') && path !== 'models/')
      .map((page) => ({
        path: `${page.path}llms.txt`,
        content: [page.markdown ?? '', ...around(page.path)].join('\n\n---\n\n'),
      })),
  ]
}
