import type { Page } from '../page.js'
import type { SiteSource } from '../source.js'
import type { Language } from '../texts/language.js'
import { prosePage } from './prose.js'

const lists = [
  {
    folder: 'json-schema/',
    title: 'JSON Schemas',
    text: 'The whole submit body of each model as JSON Schema 2020-12, usable with no resolver. The same as [draft-07](/json-schema/draft-07/).',
  },
  {
    folder: 'json-schema/draft-07/',
    title: 'JSON Schemas, draft-07',
    text: 'The whole submit body of each model as JSON Schema draft-07. The same as [2020-12](/json-schema/).',
  },
  {
    folder: 'vectors/',
    title: 'Test vectors',
    text: 'Requests of each model with the findings they must give: the shared test of every implementation.',
  },
]

/** Pages that list the files programs take, where the reference links to their folder. */
export const fileListPages = (source: SiteSource, language: Language): Page[] =>
  lists.map(({ folder, title, text }) => {
    const files = [...source.served.keys()].filter(
      (path) => path.startsWith(folder) && !path.slice(folder.length).includes('/'),
    )
    const markdown = `# ${title}\n\n${text}\n\n${files.map((path) => `- [${path.slice(folder.length)}](/${path})`).join('\n')}\n`
    return prosePage({ path: folder, text: markdown, kind: 'more', englishOnly: true }, language)
  })
