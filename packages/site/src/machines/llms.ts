import { posix } from 'node:path'
import type { Catalogue } from '@model-tasks/spec/catalogue'
import type { Page } from '../page.js'
import type { SiteFile } from '../output/file.js'
import { fill } from '../texts/fill.js'
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

/** What stands between pages of one text. */
const between = '\n\n---\n\n'

const headingOf = (markdown: string): string => /^# (.+)$/m.exec(markdown)?.[1] ?? ''

/** What a program must know to call the service. */
interface Calls {
  submit: string
  query: string
  header: string
  keyHeader: string
}

const callsOf = ({ service }: Catalogue): Calls => {
  const path = (id: string): string => service.endpoints.find((endpoint) => endpoint.id === id)?.path ?? ''
  return {
    submit: path('submit'),
    query: path('query'),
    header: service.authentication.header,
    keyHeader: 'Idempotency-Key',
  }
}

/** Characters of a part of `llms-full`: some 40,000 tokens of English, which fit the context of current models. */
const longestPart = 160_000

/** Texts in parts of at most `longestPart` characters each, none of them divided. */
const inParts = (texts: string[]): string[][] => {
  const parts: string[][] = [[]]
  let length = 0
  for (const text of texts) {
    if (length > 0 && length + text.length > longestPart) {
      parts.push([])
      length = 0
    }
    parts.at(-1)?.push(text)
    length += text.length
  }
  return parts
}

const said = {
  en: {
    about: (models: number, version: string) =>
      `The contract of a service that generates videos and images asynchronously: ${models} models, one submit and one query endpoint. Version ${version}.`,
    begin: 'Begin',
    calls: ({ submit, query, header, keyHeader }: Calls) => [
      `Base URL: the address of the service, ending before \`/v2\`; of this project's own service \`http://127.0.0.1:8787/api\`. Programs read it from \`MODEL_TASKS_BASE_URL\` and the key from \`MODEL_TASKS_API_KEY\`.`,
      `Submit: \`POST {base}${submit}\` with a JSON body \`{ "model": "<model-id>", "prompt": "…", … }\`. The answer is a task; keep its \`id\`.`,
      `Query: \`GET {base}${query}\`, every 5 to 10 seconds, until \`status\` is \`completed\` (the file is at \`result_url\`, which expires) or \`failed\` (\`error\` says why).`,
      `Headers: \`${header}: Bearer <key>\`, \`Content-Type: application/json\`. Where the service declares the extension \`idempotency\`, send \`${keyHeader}\`, one per task: a repeated submit then makes no second task.`,
      'A submit whose answer was lost may have been accepted: without an idempotency key do not send it again, list the tasks first.',
    ],
    twins:
      'Every page has a Markdown twin: add index.md to its address. All facts as data: [catalogue.json](catalogue.json), [openapi.json](openapi.json), json-schema/<model-id>.schema.json.',
    part: 'All pages in one text, part {part} of {of}.',
    optional: 'Optional',
  },
  zh: {
    about: (models: number, version: string) =>
      `异步生成视频和图片的服务的契约：${models} 个模型，一个提交端点和一个查询端点。版本 ${version}。`,
    begin: '开始',
    calls: ({ submit, query, header, keyHeader }: Calls) => [
      `服务地址：止于 \`/v2\` 之前；本项目自带服务的地址是 \`http://127.0.0.1:8787/api\`。程序从 \`MODEL_TASKS_BASE_URL\` 读取地址，从 \`MODEL_TASKS_API_KEY\` 读取密钥。`,
      `提交：\`POST {base}${submit}\`，请求体为 JSON：\`{ "model": "<model-id>", "prompt": "…", … }\`。返回一个任务，请保存其 \`id\`。`,
      `查询：\`GET {base}${query}\`，每 5 到 10 秒一次，直到 \`status\` 为 \`completed\`（文件位于 \`result_url\`，会过期）或 \`failed\`（原因见 \`error\`）。`,
      `请求头：\`${header}: Bearer <key>\`、\`Content-Type: application/json\`。服务声明扩展 \`idempotency\` 时，请发送 \`${keyHeader}\`，每个任务一个：重复提交不会产生第二个任务。`,
      '响应丢失的提交可能已被接受：没有幂等键时不要重发，请先列出任务。',
    ],
    twins:
      '每个页面都有 Markdown 版本：在其地址后加 index.md。全部事实的数据：[catalogue.json](../catalogue.json)、[openapi.json](../openapi.json)、json-schema/<model-id>.schema.json。',
    part: '全部页面合为一个文本，第 {part} 部分，共 {of} 部分。',
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
  const parts = inParts(
    written
      .filter(({ path }) => !path.startsWith('diagnostics/'))
      .map(({ markdown, path }) => rebased(markdown ?? '', folder + path, folder)),
  )
  const index = [
    '# Model Tasks',
    '',
    `> ${words.about(catalogue.models.length, catalogue.version)}`,
    '',
    words.twins,
    '',
    `## ${words.begin}`,
    '',
    ...words.calls(callsOf(catalogue)).map((line) => `- ${line}`),
    '',
    ...part(texts.models, 'models/').filter((line) => !line.includes('(models/index.md)')),
    ...part(texts.interface, 'interface/'),
    ...part(texts.guides, 'guides/'),
    `## ${words.optional}`,
    '',
    ...written.filter(({ path }) => !/^(models|interface|guides|diagnostics\/.+)/.test(path)).map(line),
    '',
    ...parts.map(
      (_, at) =>
        `- [llms-full-${at + 1}.txt](llms-full-${at + 1}.txt): ${fill(words.part, { part: at + 1, of: parts.length })}`,
    ),
    '',
  ].join('\n')
  const around = (to: string): string[] =>
    ['interface/', 'interface/task/', 'interface/states/'].map((path) =>
      rebased(written.find((page) => page.path === path)?.markdown ?? '', folder + path, to),
    )
  return [
    { path: `${folder}llms.txt`, content: index },
    { path: `${folder}llms-full.txt`, content: parts.flat().join(between) },
    ...parts.map((part, at) => ({ path: `${folder}llms-full-${at + 1}.txt`, content: part.join(between) })),
    ...written
      .filter(({ path }) => path.startsWith('models/') && path !== 'models/')
      .map((page) => ({
        path: `${folder}${page.path}llms.txt`,
        content: [page.markdown ?? '', ...around(folder + page.path)].join(between),
      })),
  ]
}
