import { fileNameOf } from '@model-tasks/spec/measures/file-name'
import type { Catalogue } from '@model-tasks/spec/catalogue'
import type { Page } from '../page.js'
import type { Language } from '../texts/language.js'
import type { SiteSource } from '../source.js'
import { comparePage } from './compare.js'
import { fileListPages } from './file-lists.js'
import { clientReferencePages } from './client-reference.js'
import { commandLinePage } from './command-line.js'
import { failuresPage, failuresPath } from './failures.js'
import { guidesOf } from './guide-list.js'
import { withSamples } from './guide-samples.js'
import { homePage, modelsPage } from './home.js'
import { folderOf } from './links.js'
import { markdownTwin } from './markdown-twin.js'
import { modelPage } from './model.js'
import { navigationOf } from './navigation.js'
import { pricesPage } from './prices.js'
import { withProofs } from './proofs.js'
import { prosePage } from './prose.js'
import { withReleases } from './releases.js'
import { withRulesOfModels } from './rules-of-models.js'
import { statesFigure } from './states-figure.js'
import { translated } from './translated.js'
import { withRecord } from './upstream-records.js'

const guides = (catalogue: Catalogue, language: Language): Page[] => [
  ...guidesOf(language).flatMap(({ path, text, section, isEnglish, file }): Page[] =>
    text === undefined
      ? []
      : [
          (path === failuresPath ? failuresPage : prosePage)(
            {
              path,
              text: withProofs(withSamples(text, catalogue, language.code), file ?? path, language.code),
              kind: section === 'contribute' ? 'more' : 'guides',
              ...(isEnglish === undefined ? {} : { isEnglish }),
              ...(file === undefined ? {} : { madeFrom: [file] }),
              ...(path === 'guides/releases/' ? withReleases(text, language.code) : {}),
            },
            language,
          ),
        ],
  ),
  ...clientReferencePages(language),
  commandLinePage(language),
]

/** The page of a protocol with the record of its proof; any other page as it is. */
const withRecordOf = ({ mappings }: SiteSource, file: string, text: string, { code }: Language): string => {
  const protocol = /^upstreams\/(.+)\.md$/.exec(file)?.[1]
  const digest = protocol === undefined ? undefined : mappings.get(protocol)
  return protocol === undefined || digest === undefined ? text : withRecord(text, protocol, digest, code)
}

/** The pages whose text the generator wrote: the interface, what is not shown, the diagnostics. */
const reference = (source: SiteSource, language: Language): Page[] => {
  const links = navigationOf(language).flatMap((group) => group.links)
  return [...source.docs].flatMap(([file, text]): Page[] => {
    const path = folderOf(file)
    if (path === undefined || path === '' || path.startsWith('models/')) return []
    const page = translated(file, text, language)
    const states = file === 'states.md' ? source.catalogue.task.states : undefined
    return [
      prosePage(
        {
          path,
          file,
          ...page,
          text: withRecordOf(source, file, withRulesOfModels(page.text, source.catalogue, language.texts), language),
          kind: path.startsWith('guides/') ? 'guides' : path.startsWith('interface/') ? 'interface' : 'more',
          label: links.find((link) => link.path === path)?.label ?? '',
          ...(states === undefined
            ? {}
            : { figure: (word) => (word === '' ? statesFigure(states, language.texts.interface) : undefined) }),
        },
        language,
      ),
    ]
  })
}

/** A page that the generator wrote, as the Markdown twin of a page made of the same facts. */
const twinOf = (source: SiteSource, file: string, root: string, language: Language): string =>
  markdownTwin(source.docs.get(file) ?? '', file, root, language)

/** All pages of one language. */
export const pagesOf = (source: SiteSource, language: Language): Page[] => {
  const { catalogue } = source
  const root = '../'.repeat(language.folder === '' ? 2 : 3)
  return [
    homePage(
      catalogue,
      language,
      twinOf(source, 'index.md', language.folder === '' ? '' : '../', language),
      source.examples,
    ),
    modelsPage(catalogue, language),
    ...catalogue.models.map((model) =>
      modelPage(
        catalogue,
        model,
        language,
        twinOf(source, `models/${fileNameOf(model.id)}.md`, root, language),
        root,
        source.examples.get(model.id),
      ),
    ),
    comparePage(catalogue, language),
    pricesPage(catalogue, language),
    ...reference(source, language),
    ...guides(catalogue, language),
    ...fileListPages(source, language),
  ]
}
