import { expect, test } from 'vitest'
import { readSource } from '../src/source.js'
import { pagesOf } from '../src/pages/all.js'
import { searchIndex } from '../src/search/build-index.js'
import { findHits } from '../src/search/find-hits.js'
import { readIndex, writeIndex, type SearchIndex } from '../src/search/search-index.js'
import { languages } from '../src/texts/language.js'

const source = await readSource()
const indexOf = (code: string): SearchIndex => {
  const language = languages.find((candidate) => candidate.code === code)
  if (language === undefined) throw new Error(`No language ${code}`)
  return searchIndex(pagesOf(source, language), language.texts)
}
const indexes: Record<string, SearchIndex> = { en: indexOf('en'), zh: indexOf('zh') }
const paths = (query: string, code: string): string[] =>
  findHits(query, indexes[code] ?? { kinds: [], paths: [], rows: [] }).map(({ path }) => path)

/** What must be found, and something that must be among the first hits. */
const everywhere: [query: string, path: string][] = [
  ['@图片', 'models/zeta-H3-768p/#p-prompt'],
  ['@图片1', 'models/zeta-H3-768p/#p-prompt'],
  ['@音频3', 'models/zeta-H3_933_1080p/#p-prompt'],
  ['@视频1', 'models/zeta-H3-768p/#p-prompt'],
  ['图片', 'models/zeta-H3-768p/#p-prompt'],
  ['Idempotency', 'interface/extensions/#idempotency'],
  ['idempotency key', 'interface/extensions/#idempotency'],
  ['heic', 'models/sd_2.0_discount/#p-reference_images'],
  ['brand_model_missing', 'models/zeta-H3_933_1080p/'],
  ['unavailable', 'models/zeta-H3_933_1080p/'],
  ['1.5K', 'models/zeta-H3-768p/#p-reference_images'],
  ['webhook', 'unknowns/#events'],
  ['prompt-truncated', 'interface/findings/#prompt-truncated'],
  ['media-frame-rate', 'interface/findings/#media-frame-rate'],
  ['prompt-han-limit', 'interface/findings/#prompt-han-limit'],
  ['watermark true', 'models/sd_2.0_discount/#p-watermark'],
]
const inChinese: [query: string, path: string][] = [
  ['时长', 'models/sd_2.0_discount/#p-duration'],
  ['水印', 'models/sd_2.0_discount/#p-watermark'],
  ['分辨率', 'models/sd_2.0_discount/#p-resolution'],
  ['种子', 'models/sd_2.0_discount/#p-seed'],
  ['提示词', 'models/beta-5.0/#p-prompt'],
  ['参考图', 'models/beta-5.0/#p-reference_images'],
  ['图片', 'models/beta-5.0/#p-reference_images'],
  ['扩展', 'interface/extensions/'],
  ['不可用', 'models/zeta-H3_933_1080p/'],
]

test.each(
  ['en', 'zh'].flatMap((code) => everywhere.map(([query, path]): [string, string, string] => [code, query, path])),
)('%s: %s is found', (code, query, path) => {
  expect(paths(query, code)).toContain(path)
})

test.each(inChinese)('zh: %s is found', (query, path) => {
  expect(paths(query, 'zh')).toContain(path)
})

test('every finding, every extension and every open question has an entry with its anchor', () => {
  const { findings, service, unknowns } = source.catalogue
  for (const { rule } of findings) expect(paths(rule, 'en'), rule).toContain(`interface/findings/#${rule}`)
  for (const { id } of service.extensions) expect(paths(id, 'en'), id).toContain(`interface/extensions/#${id}`)
  for (const { id } of unknowns) expect(paths(id, 'en'), id).toContain(`unknowns/#${id}`)
})

test('the index reads back as it was written', () => {
  for (const index of Object.values(indexes)) expect(readIndex(writeIndex(index))).toEqual(index)
})
