import type { Page } from '../page.js'
import type { Language } from '../texts/language.js'
import { prosePage, type ProseSource } from './prose.js'

export const failuresPath = 'guides/failures/'

/** Where the text leaves room for the playground: an empty block of this word. */
const word = 'playground'
const place = `<!--${word}-->`

/** The guide to what the client does when something fails, with a playground in which it can be seen. */
export const failuresPage = (source: ProseSource, language: Language): Page => {
  const page = prosePage({ ...source, figure: (info) => (info === word ? place : undefined) }, language)
  const [before, after] = String(page.data.html).split(place)
  const { failures } = language.texts
  const names = ['lost', 'busy', 'stopped', 'expired'] as const
  return {
    ...page,
    markdown: (page.markdown ?? '').replace(new RegExp(`\`\`\`${word}\\s+\`\`\`\\n+`), ''),
    template: 'failures',
    scripts: ['failures.js'],
    data: { ...page.data, before, after, failures: names.map((name) => ({ name, label: failures[name] })) },
  }
}
