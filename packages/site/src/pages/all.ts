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

function* guides(catalogue: Catalogue, language: Language): Iterable<Page> {
  for (const { path, text, section, isEnglish, file } of guidesOf(language))
    if (text !== undefined)
      yield (path === failuresPath ? failuresPage : prosePage)(
        {
          path,
          text: withProofs(withSamples(text, catalogue, language.code), file ?? path, language.code),
          kind: section === 'contribute' ? 'more' : 'guides',
          ...(isEnglish === undefined ? {} : { isEnglish }),
          ...(file === undefined ? {} : { madeFrom: [file] }),
          ...(path === 'guides/releases/' ? withReleases(text, language.code) : {}),
        },
        language,
      )
  yield* clientReferencePages(language)
  yield commandLinePage(language)
}

/** The page of a protocol with the record of its proof; any other page as it is. */
const withRecordOf = ({ mappings }: SiteSource, file: string, text: string, { code }: Language): string => {
  const protocol = /^upstreams\/(.+)\.md$/.exec(file)?.[1]
  const digest = protocol === undefined ? undefined : mappings.get(protocol)
  return protocol === undefined || digest === undefined ? text : withRecord(text, protocol, digest, code)
}

/** The pages whose text the generator wrote: the interface, what is not shown, the diagnostics. */
function* reference(source: SiteSource, language: Language): Iterable<Page> {
  const links = navigationOf(language).flatMap((group) => group.links)
  for (const [file, text] of source.docs) {
    const path = folderOf(file)
    if (path === undefined || path === '' || path.startsWith('models/')) continue
    const page = translated(file, text, language)
    const states = file === 'states.md' ? source.catalogue.task.states : undefined
    yield prosePage(
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
    )
  }
}

/** A page that the generator wrote, as the Markdown twin of a page made of the same facts. */
const twinOf = (source: SiteSource, file: string, root: string, language: Language): string =>
  markdownTwin(source.docs.get(file) ?? '', file, root, language)

/** All pages of one language, each made when it is asked for. */
export function* pagesOf(source: SiteSource, language: Language): Iterable<Page> {
  const { catalogue } = source
  const root = '../'.repeat(language.folder === '' ? 2 : 3)
  yield homePage(
    catalogue,
    language,
    twinOf(source, 'index.md', language.folder === '' ? '' : '../', language),
    source.examples,
  )
  yield modelsPage(catalogue, language)
  for (const model of catalogue.models)
    yield modelPage(
      catalogue,
      model,
      language,
      twinOf(source, `models/${fileNameOf(model.id)}.md`, root, language),
      root,
      source.examples.get(model.id),
    )
  yield comparePage(catalogue, language)
  yield pricesPage(catalogue, language)
  yield* reference(source, language)
  yield* guides(catalogue, language)
  yield* fileListPages(source, language)
}
