import { posix } from 'node:path'
import type { Catalogue } from '@model-tasks/spec/catalogue'
import type { Page } from '../page.js'
import type { SiteFile } from '../output/file.js'
import type { Language } from '../texts/language.js'

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

const said = {
  en: {
    about: (models: number, version: string) =>
      `The contract of a service that generates videos and images asynchronously: ${models} models, one submit and one query endpoint. Version ${version}.`,
    twins:
      'Every page has a Markdown twin: add index.md to its address. All facts as data: [catalogue.json](catalogue.json), [openapi.json](openapi.json), json-schema/<model-id>.schema.json.',
    optional: 'Optional',
  },
  zh: {
    about: (models: number, version: string) =>
      `异步生成视频和图片的服务的契约：${models} 个模型，一个提交端点和一个查询端点。版本 ${version}。`,
    twins:
      '每个页面都有 Markdown 版本：在其地址后加 index.md。全部事实的数据：[catalogue.json](../catalogue.json)、[openapi.json](../openapi.json)、json-schema/<model-id>.schema.json。',
    optional: '其他',
  },
}

/** In each language: `llms.txt` (what is where), `llms-full.txt` (everything) and one text per model: its page and the interface around it. */
export const llmsFiles = (catalogue: Catalogue, pages: Page[], { code, folder, texts }: Language): SiteFile[] => {
  const words = said[code]
  const written = pages.filter((page) => page.markdown !== undefined && page.inEnglish !== true)
  const line = (page: Page): string =>
    `- [${headingOf(page.markdown ?? '')}](${page.path}index.md): ${page.description}`
  const part = (title: string, prefix: string): string[] => {
    const found = written.filter(({ path }) => path.startsWith(prefix))
    return [`## ${title}`, '', ...found.map(line), '']
  }
  const index = [
    '# Model Tasks',
    '',
    `> ${words.about(catalogue.models.length, catalogue.version)}`,
    '',
    words.twins,
    '',
    ...part(texts.models, 'models/').filter((line) => !line.includes('(models/index.md)')),
    ...part(texts.interface, 'interface/'),
    ...part(texts.guides, 'guides/'),
    `## ${words.optional}`,
    '',
    ...written.filter(({ path }) => !/^(models|interface|guides|diagnostics\/.+)/.test(path)).map(line),
    '',
  ].join('\n')
  const full = written
    .filter(({ path }) => !path.startsWith('diagnostics/'))
    .map(({ markdown, path }) => rebased(markdown ?? '', folder + path, folder))
    .join('\n\n---\n\n')
  const around = (to: string): string[] =>
    ['interface/', 'interface/task/', 'interface/states/'].map((path) =>
      rebased(written.find((page) => page.path === path)?.markdown ?? '', folder + path, to),
    )
  return [
    { path: `${folder}llms.txt`, content: index },
    { path: `${folder}llms-full.txt`, content: full },
    ...written
      .filter(({ path }) => path.startsWith('models/') && path !== 'models/')
      .map((page) => ({
        path: `${folder}${page.path}llms.txt`,
        content: [page.markdown ?? '', ...around(folder + page.path)].join('\n\n---\n\n'),
      })),
  ]
}
