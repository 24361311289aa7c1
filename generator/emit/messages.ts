import type { Catalogue } from '../catalogue.js'
import type { Extra, File } from '../file.js'
import { withTextsInUse } from '../rules/index.js'
import { notice } from './notice.js'

/** What findings are put into words with: the texts of each language as data, and the code that fills them in. */
export function emitMessages({ languages, models }: Catalogue, { messages }: Pick<Extra, 'messages'>): File[] {
  const languageModule = (name: string): string =>
    `${notice}import type { Language } from './language.js'\n\nexport declare const ${name}: Language\n`
  return [
    ...messages.map(({ path, content }) => ({
      path: `spec/${path}`,
      content: notice + content.replaceAll("'../text-facts.js'", "'../facts/index.js'"),
    })),
    ...Object.values(languages).map((language) => ({
      path: `messages/${language.code}.json`,
      content: `${JSON.stringify(language, null, 2)}\n`,
    })),
    // The English texts stand with the facts, since every file that Node imports takes most of a millisecond.
    { path: 'spec/messages/en.js', content: `${notice}export { english } from '../facts/index.js'\n` },
    { path: 'spec/messages/en.d.ts', content: languageModule('english') },
    {
      path: 'spec/messages/zh.js',
      content: `${notice}export const chinese = ${JSON.stringify(withTextsInUse(languages.zh, models))}\n`,
    },
    { path: 'spec/messages/zh.d.ts', content: languageModule('chinese') },
  ]
}
