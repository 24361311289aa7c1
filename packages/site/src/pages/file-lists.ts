import type { Page } from '../page.js'
import type { SiteSource } from '../source.js'
import type { LanguageCode } from '../texts/code.js'
import type { Language } from '../texts/language.js'
import { prosePage } from './prose.js'

const lists: { folder: string; title: Record<LanguageCode, string>; text: Record<LanguageCode, string> }[] = [
  {
    folder: 'json-schema/',
    title: { en: 'JSON Schemas', zh: 'JSON Schema' },
    text: {
      en: 'The whole submit body of each model as JSON Schema 2020-12, usable with no resolver. The same as [draft-07](/json-schema/draft-07/).',
      zh: '每个模型的完整提交请求体，JSON Schema 2020-12，无需解析引用即可使用。另有 [draft-07](/json-schema/draft-07/) 版本。',
    },
  },
  {
    folder: 'json-schema/draft-07/',
    title: { en: 'JSON Schemas, draft-07', zh: 'JSON Schema，draft-07' },
    text: {
      en: 'The whole submit body of each model as JSON Schema draft-07. The same as [2020-12](/json-schema/).',
      zh: '每个模型的完整提交请求体，JSON Schema draft-07。另有 [2020-12](/json-schema/) 版本。',
    },
  },
  {
    folder: 'vectors/',
    title: { en: 'Test vectors', zh: '测试向量' },
    text: {
      en: 'Requests of each model with the findings they must give: the shared test of every implementation.',
      zh: '每个模型的请求及其应得的问题说明：所有实现共用的测试。',
    },
  },
]

/** Pages that list the files programs take, where the reference links to their folder. */
export const fileListPages = (source: SiteSource, language: Language): Page[] =>
  lists.map(({ folder, title, text }) => {
    const files = [...source.served.keys()].filter(
      (path) => path.startsWith(folder) && !path.slice(folder.length).includes('/'),
    )
    const markdown = `# ${title[language.code]}\n\n${text[language.code]}\n\n${files.map((path) => `- [${path.slice(folder.length)}](/${path})`).join('\n')}\n`
    return prosePage({ path: folder, text: markdown, kind: 'more' }, language)
  })
