import { posix } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { readSource, renderSite } from '@model-tasks/site'
import { sharedSite, siteUrl } from './site-harness.js'

const basePath = '/docs/'

let files: ReadonlyMap<string, string>
beforeAll(async () => {
  ;({ files } = await sharedSite())
})

const unescaped = (text: string): string =>
  text
    .replace(/&#x([0-9A-F]+);/g, (_, code: string) => String.fromCodePoint(Number.parseInt(code, 16)))
    .replaceAll('&amp;', '&')
    .replaceAll('&quot;', '"')

const idsOf = (html: string): Set<string> =>
  new Set([...html.matchAll(/ id="([^"]+)"/g)].map(([, id = '']) => unescaped(id)))

const fileOf = (from: string, link: string): string => {
  const path = posix.join(posix.dirname(from), link)
  return path.endsWith('/') || path === '.' ? posix.join(path, 'index.html') : path
}

test('every link and every anchor of every page leads somewhere', () => {
  const ids = new Map([...files].filter(([path]) => path.endsWith('.html')).map(([path, html]) => [path, idsOf(html)]))
  const broken: string[] = []
  for (const [path, html] of files) {
    if (!path.endsWith('.html')) continue
    for (const [, raw = ''] of html.matchAll(
      / (?:href|src|data-script|data-style|data-tasks-script|data-files-script|data-samples-script|data-cost-script|data-limits-script|data-search)="([^"]*)"/g,
    )) {
      const link = unescaped(raw)
      if (/^(https?|data):/.test(link) && !link.startsWith(siteUrl)) continue
      const [address = '', hash = ''] = link.split('#')
      const file =
        address === ''
          ? path
          : address.startsWith(siteUrl) || address.startsWith(basePath)
            ? fileOf(
                'index.html',
                decodeURI(address.replace(siteUrl, '').replace(basePath, '').split('?')[0] ?? '') || '.',
              )
            : fileOf(path, decodeURI(address.split('?')[0] ?? ''))
      if (!files.has(file)) broken.push(`${path}: ${link}`)
      else if (hash !== '' && ids.get(file)?.has(decodeURIComponent(hash)) !== true)
        broken.push(`${path}: ${link} (no such anchor)`)
    }
  }
  expect(broken).toEqual([])
})

test('no page gives an id to two of its parts', () => {
  const twice = [...files]
    .filter(([path]) => path.endsWith('.html'))
    .flatMap(([path, html]) => {
      const ids = [...html.matchAll(/ id="([^"]+)"/g)].map(([, id = '']) => id)
      return ids.filter((id, at) => ids.indexOf(id) !== at).map((id) => `${path}: ${id}`)
    })
  expect(twice).toEqual([])
})

test('no block of code is empty: what a block stands for is in its place', () => {
  const empty = [...files].filter(([path, html]) => path.endsWith('.html') && /<pre[^>]*><code>\s*<\/code>/.test(html))
  expect(empty.map(([path]) => path)).toEqual([])
  expect(files.get('zh/interface/findings/index.html')).toContain('models/sd_2.0_discount/#r-scenarios-mixed"')
  expect(files.get('guides/quick-start/index.html')).toContain('urllib.request')
})

/** The places of a Markdown page that a link may name: those with an anchor, and its headings by their words. */
const placesOf = (text: string): Set<string> =>
  new Set([
    ...[...text.matchAll(/<a id="([^"]+)"/g)].map(([, id = '']) => id),
    ...[...text.matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) =>
      heading
        .toLowerCase()
        .replace(/[^\p{Letter}\p{Number}]+/gu, '-')
        .replace(/^-|-$/g, ''),
    ),
  ])

test('every link of a Markdown page and of every llms.txt leads to a file of the site, and to a place of it', () => {
  const broken: string[] = []
  for (const [path, text] of files) {
    if (!/\.md$|llms[^/]*\.txt$/.test(path)) continue
    for (const [, link = ''] of text.replace(/```[\s\S]*?```/g, '').matchAll(/\]\(([^)\s]+)\)/g)) {
      if (/^https?:/.test(link) || link.startsWith('#')) continue
      const file = fileOf(path, link.split(/[#?]/)[0] ?? '')
      const [, place] = link.split('#')
      const target = files.get(file)
      if (target === undefined) broken.push(`${path}: ${link}`)
      else if (place !== undefined && file.endsWith('.md') && !placesOf(target).has(decodeURIComponent(place)))
        broken.push(`${path}: ${link} (no such place)`)
    }
  }
  expect(broken).toEqual([])
})

test('no page is without a way to it from the home page', () => {
  const seen = new Set(['index.html'])
  const queue = ['index.html']
  for (let path = queue.pop(); path !== undefined; path = queue.pop()) {
    for (const [, link = ''] of (files.get(path) ?? '').matchAll(/<a [^>]*href="([^"#?]*)/g)) {
      const file = /^[a-z]+:/.test(link) ? '' : fileOf(path, link)
      if (!file.endsWith('.html') || seen.has(file) || !files.has(file)) continue
      seen.add(file)
      queue.push(file)
    }
  }
  expect([...files.keys()].filter((path) => path.endsWith('index.html') && !seen.has(path))).toEqual([])
})

test('a page has a twin in Markdown where its text is prose or a model, and llms.txt names the models', async () => {
  const { catalogue } = await readSource()
  for (const { id } of catalogue.models) {
    expect(files.get(`models/${id}/index.md`)).toContain(`# ${id}`)
    expect(files.get(`models/${id}/llms.txt`)).toContain('/v2/model-center/tasks')
    expect(files.get('llms.txt')).toContain(`models/${id}/index.md`)
    expect(files.get('llms-full.txt')).toContain(`# ${id}`)
    expect(files.get('sitemap.xml')).toContain(`https://example.com/docs/zh/models/${id}/`)
  }
})

test('a page and its Markdown twin show the same response', async () => {
  const { catalogue } = await readSource()
  for (const { id } of catalogue.models) {
    const [, json = 'none'] =
      /^## Response$[\s\S]*?```json\n([\s\S]*?)\n```/m.exec(files.get(`models/${id}/index.md`) ?? '') ?? []
    const [, shown = ''] =
      /aria-labelledby="response"><code>([\s\S]*?)<\/code>/.exec(files.get(`models/${id}/index.html`) ?? '') ?? []
    expect(JSON.parse(unescaped(shown.replace(/<\/?i[^>]*>/g, ''))), id).toEqual(JSON.parse(json))
  }
})

test('the page for missing addresses works below a base path, robots and the feed lead to files, alternates are absolute', () => {
  const missing = files.get('404.html') ?? ''
  expect(missing).toContain('href="/docs/assets/')
  expect(missing).not.toContain('zh/404.html')
  expect(files.get('robots.txt')).toContain(`Sitemap: ${siteUrl}sitemap.xml`)
  for (const [, address = ''] of (files.get('feed.xml') ?? '').matchAll(/<link [^>]*href="([^"]+)"/g))
    expect(files.has(fileOf('index.html', address.replace(siteUrl, '').split('#')[0] ?? '')), address).toBe(true)
  for (const [, anchor = ''] of (files.get('feed.xml') ?? '').matchAll(/changelog\/#([^"]+)"/g))
    expect(files.get('changelog/index.html')).toContain(`id="${anchor}"`)
  expect(files.has('favicon.ico')).toBe(true)
  const page = files.get('zh/models/epsilonO3/index.html') ?? ''
  for (const path of ['models/epsilonO3/', 'zh/models/epsilonO3/'])
    expect(page).toMatch(new RegExp(`hreflang="[^"]+" href="${siteUrl}${path}"`))
})

test('every page has a picture where it is shared: that of its model, or that of the site in its language', () => {
  for (const [path, html] of files) {
    const ofModel = /^(zh\/)?models\/[^/]+\/index/.test(path)
    if (!path.endsWith('index.html') || (ofModel && !html.includes('og:image'))) continue
    const [, picture = 'none'] = /<meta property="og:image" content="([^"]+)">/.exec(html) ?? []
    expect(files.has(picture.replace(siteUrl, '')), `${path}: ${picture}`).toBe(true)
    if (!picture.includes('/media/')) expect(picture, path).toContain(path.startsWith('zh/') ? 'card-zh' : 'card-en')
  }
})

/** What a page says to its reader, without code and names, and without what it quotes: the interface, and messages of programs. */
const bodyOf = (html: string): string =>
  html
    .replace(/^[\s\S]*<main[^>]*>|<\/main>[\s\S]*$/g, '')
    .replace(/<(pre|code|button|textarea)\b[\s\S]*?<\/\1>/g, ' ')
    .replace(/<(\w+)[^>]*(?:class="[^"]*\b(?:mono|source|example)\b|lang="en")[\s\S]*?<\/\1>/g, ' ')
    .replace(/<[^>]+>|“[^”]*”|&\w+;|&#\w+;/g, ' | ')

/** Runs of five English words and more, which a Chinese page does not have. */
const sentencesIn = (text: string): string[] => text.match(/(?:\b[A-Za-z][a-z']+ ){4,}[a-z]+/g) ?? []

test('a Chinese page has no English sentence, but on pages that are there in English alone', () => {
  const english = [...files].flatMap(([path, html]) => {
    if (!/^zh\/.*index\.html$/.test(path)) return []
    const found = sentencesIn(bodyOf(html))
    return found.length === 0 ? [] : [`${path}: ${found.slice(0, 3).join(' | ')}`]
  })
  expect(english).toEqual([])
})

test('the OpenAPI slice of a model holds its own request body and every component it names', () => {
  for (const [path, text] of files) {
    if (!/^models\/[^/]+\/openapi\.json$/.test(path)) continue
    const slice: { components: Record<string, Record<string, unknown>> } = JSON.parse(text)
    for (const [, kind = '', name = ''] of text.matchAll(/"#\/components\/([^/"]+)\/([^/"]+)/g)) {
      expect(slice.components[kind], `${path} ${kind}/${name}`).toHaveProperty([name])
    }
    expect(text).toContain(path.split('/')[1])
  }
})

test('two builds give the same bytes', async () => {
  const again = await renderSite(await readSource(), { siteUrl })
  expect(again.map(({ path }) => path)).toEqual([...files.keys()])
  expect(again.filter(({ path, content }) => String(content) !== files.get(path)).map(({ path }) => path)).toEqual([])
})
