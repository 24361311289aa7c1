import { setImmediate } from 'node:timers/promises'
import { fileNameOf } from '@model-tasks/spec/measures/file-name'
import { pagesOf } from './pages/all.js'
import { missingPage, offlinePage } from './pages/missing.js'
import { navigationOf } from './pages/navigation.js'
import { llmsFiles } from './machines/llms.js'
import { feedFile } from './machines/feed.js'
import { lastChange, lastChanges } from './machines/last-changed.js'
import { robotsFile, sitemapFile } from './machines/sitemap.js'
import { openApiSlice } from './machines/slice.js'
import { examplePaths } from './examples/examples.js'
import { bundleAssets } from './output/bundle.js'
import type { SiteFile } from './output/file.js'
import { serviceWorker } from './output/service-worker.js'
import { isStamped, stampOf, writeStamp } from './output/stamp.js'
import { staticFiles } from './output/static.js'
import { threadWriter } from './output/thread-writer.js'
import type { Page } from './page.js'
import { layOut, type Frame } from './render/layout.js'
import { loadTemplates } from './render/templates.js'
import { searchIndex } from './search/build-index.js'
import { writeIndex } from './search/search-index.js'
import { inputPaths, readSource, type SiteSource } from './source.js'
import { languages, type Language } from './texts/language.js'

/** What a build of the site may be told. */
export interface SiteOptions {
  /** Folder to write to; files of an earlier build that are no longer wanted are removed from it. */
  outDir: string
  /** Address the site will have, such as `https://example.com/docs/`: adds canonical links, a sitemap and a robots file. */
  siteUrl?: string
  /** Path of the site on its host, such as `/docs/`: only the page for missing addresses needs it. Default: that of `siteUrl`, else `/`. */
  basePath?: string
  /** Pages reload when the site is built again, and none are kept for reading offline. For `npm run docs`. */
  live?: boolean
  /** Whether files get a `.gz` twin, and those that a browser loads a `.br` twin, for servers that send prepared files. Default: unless it is live. */
  twins?: boolean
  /** What to build from; default: the generated package. */
  source?: SiteSource
}

const withSlash = (text: string): string => (text.endsWith('/') ? text : `${text}/`)

/** The second part of a search index, beside the first. */
const laterFile = (path: string): string => path.replace(/\.json$/, '-more.json')

/** What is written beside a page: it is there before the page is laid out. */
const filesBeside = (page: Page, { folder }: Language): SiteFile[] => [
  ...Object.entries(page.beside ?? {}).map(([name, content]) => ({ path: `${folder}${page.path}${name}`, content })),
  ...(page.markdown === undefined ? [] : [{ path: `${folder}${page.path}index.md`, content: page.markdown }]),
]

/** The pages of a language that are there in it. */
const writtenOf = (pages: Page[]): Page[] => pages.filter((page) => page.inEnglish !== true)

/** The files that are not pages: they are there before the first page is made. */
const otherFiles = (source: SiteSource, siteUrl: string | undefined): SiteFile[] => [
  ...source.catalogue.models.map(({ id }) => ({
    path: `models/${fileNameOf(id)}/openapi.json`,
    content: `${JSON.stringify(openApiSlice(source.openapi, id), null, 2)}\n`,
  })),
  ...[...source.examples].flatMap(([id, { poster, card, video }]) => {
    const paths = examplePaths(id)
    return [
      { path: paths.poster, content: poster },
      { path: paths.card, content: card },
      ...(video === undefined ? [] : [{ path: paths.video, content: video }]),
    ]
  }),
  ...[...source.served].map(([path, content]) => ({ path, content })),
  ...staticFiles(),
  robotsFile(siteUrl),
  feedFile(source.docs.get('changelog.md') ?? '', siteUrl),
]

/** All of them, each made in a turn of its own, between which this process reads what others send it. */
const inTurns = async <T>(parts: Iterable<T>): Promise<T[]> => {
  const made: T[] = []
  for (const part of parts) {
    made.push(part)
    await setImmediate()
  }
  return made
}

/** All files of the site, some at a time, as soon as they are made. The same source and options give the same bytes. */
const siteFiles = async function* (
  source: SiteSource,
  options: Omit<SiteOptions, 'outDir' | 'source' | 'twins'>,
): AsyncGenerator<SiteFile[]> {
  const { catalogue } = source
  const siteUrl = options.siteUrl === undefined ? undefined : withSlash(options.siteUrl)
  const basePath = withSlash(options.basePath ?? (siteUrl === undefined ? '/' : new URL(siteUrl).pathname))
  // The bundler is a process of its own: it works while the pages are made, and asks back between them.
  const bundled = bundleAssets(catalogue.models)
  yield otherFiles(source, siteUrl)
  const render = loadTemplates()
  const pagesByLanguage: { language: Language; pages: Page[] }[] = []
  for (const language of languages) {
    const pages = await inTurns(pagesOf(source, language))
    pagesByLanguage.push({ language, pages })
    yield writtenOf(pages).flatMap((page) => filesBeside(page, language))
  }
  const assets = await bundled
  yield assets.files
  const addresses: { path: string; changed: string | undefined }[] = []
  const days = siteUrl === undefined ? new Map<string, string>() : lastChanges()
  const inEnglish = new Set(
    pagesByLanguage.flatMap(({ pages }) => pages.filter((page) => page.inEnglish === true).map(({ path }) => path)),
  )
  for (const { language, pages } of pagesByLanguage) {
    const written = writtenOf(pages)
    const searchFile = `search-${language.code}.json`
    const frame: Frame = {
      language,
      catalogue,
      siteUrl,
      searchFile,
      hasTwin: (path) => !inEnglish.has(path),
      live: options.live === true,
      navigation: navigationOf(language),
      assets: new Map([...assets.names, [searchFile, searchFile]]),
      inline: assets.inline,
    }
    const index = searchIndex(pages, language.texts, catalogue)
    yield [
      { path: searchFile, content: writeIndex(index.first) },
      { path: laterFile(searchFile), content: writeIndex(index.later) },
      ...llmsFiles(catalogue, pages, language),
    ]
    yield written.map((page) => ({
      path: `${language.folder}${page.path}index.html`,
      content: layOut(page, frame, render),
    }))
    addresses.push(
      ...written.map(({ path, madeFrom }) => ({
        path: language.folder + path,
        changed: lastChange(madeFrom ?? ['spec'], days),
      })),
    )
    if (language.code === 'en')
      yield [missingPage(frame.navigation), offlinePage()].map((page) => ({
        path: page.path,
        content: layOut(page, frame, render, basePath),
      }))
  }
  if (siteUrl !== undefined) yield [sitemapFile(siteUrl, addresses)]
}

/** All files of the site, in memory. */
export const renderSite = async (
  source: SiteSource,
  options: Omit<SiteOptions, 'outDir' | 'source' | 'twins'> = {},
  onFiles: (files: SiteFile[]) => void = () => undefined,
): Promise<SiteFile[]> => {
  const files: SiteFile[] = []
  const workerFor = serviceWorker()
  for await (const made of siteFiles(source, options)) {
    onFiles(made)
    files.push(...made)
  }
  const worker = await workerFor(files)
  onFiles([worker])
  return [...files, worker]
}

/** Builds the site into a folder. False when nothing has changed since the last build there. */
export const buildSite = async (options: SiteOptions): Promise<boolean> => {
  const { outDir, source, twins = options.live !== true, ...rest } = options
  const stamp = source === undefined && rest.live !== true ? await stampOf(await inputPaths(), rest) : undefined
  if (stamp !== undefined && (await isStamped(outDir, stamp, { twins }))) return false
  const writer = threadWriter({ folder: outDir, twins })
  try {
    await renderSite(source ?? (await readSource()), rest, writer.add)
    await writer.finish()
  } finally {
    await writer.stop()
  }
  if (stamp !== undefined) await writeStamp(outDir, stamp, { twins })
  return true
}
