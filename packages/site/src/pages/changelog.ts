import type { Page } from '../page.js'
import type { SiteSource } from '../source.js'
import type { Language } from '../texts/language.js'
import { prosePage } from './prose.js'

/** What changed from version to version of the catalogue: the file the generator keeps from `spec:diff`, else the first version. */
export const changelogPage = (source: SiteSource, language: Language): Page => {
  const text =
    source.docs.get('changelog.md') ??
    `# ${language.texts.changelog}\n\n## ${source.catalogue.version}\n\n${
      language.code === 'zh'
        ? '目录的第一个版本。此后每个版本的变更由 `npm run spec:diff` 得出。'
        : 'The first version of the catalogue. What changes after it comes from `npm run spec:diff`.'
    }\n`
  return prosePage(
    {
      path: 'changelog/',
      ...(source.docs.has('changelog.md') ? { file: 'changelog.md' } : {}),
      text,
      kind: 'more',
    },
    language,
  )
}
