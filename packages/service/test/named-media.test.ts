/** What is said of the assets and URLs that a request names: where they are looked for, and which are not. */
import { expect, test } from 'vitest'
import { unavailableAssets } from '../src/admit/asset-references.js'
import { unreachableFiles } from '../src/admit/unreachable-files.js'
import type { JsonObject, JsonValue } from '../src/base/json.js'
import type { Asset, AssetStatus } from '../src/keep/store/asset-store.js'

const model = 'sd_2.0_discount'

/** Which places of a request name an asset that cannot be used, and why, and which assets were looked up. */
async function assetsOf(body: JsonObject, statuses: Readonly<Record<string, AssetStatus>> = {}, ofModel = model) {
  const asked: string[] = []
  const findAsset = async (account: string, id: string) => {
    asked.push(`${account} ${id}`)
    const status = statuses[id]
    return status === undefined ? undefined : ({ id, status } as Asset)
  }
  const findings = await unavailableAssets(ofModel, body, 'poor', { findAsset })
  return { found: findings.map(({ path, message }) => [path, /cannot be used, ([^;]*);/.exec(message)?.[1]]), asked }
}

test('assets are looked for where the catalogue says that media stand, each once, and nothing else is looked up', async () => {
  const references: JsonValue[] = [
    'assetId://asset_1',
    ' ASSETID://asset_1 ',
    'assetId://asset_2',
    'assetId://asset_gone',
    'assetId://asset_gone',
    'assetId://none\0',
    'https://files.example/assetId://asset_3',
    ['assetId://asset_4'],
    5,
  ]
  const body = { prompt: 'assetId://asset_5', reference_images: references }
  expect(await assetsOf(body, { asset_1: 'approved', asset_2: 'pending' })).toEqual({
    found: [
      ['/reference_images/2', 'its review says pending'],
      ['/reference_images/3', 'this account has no asset with this ID'],
      ['/reference_images/4', 'this account has no asset with this ID'],
      ['/reference_images/5', 'this account has no asset with this ID'],
    ],
    asked: ['poor asset_1', 'poor asset_2', 'poor asset_gone'],
  })
})

test('in a request for a model of which the catalogue has no reference an asset may stand anywhere', async () => {
  const body = { prompt: 'assetId://none', cast: { lead: ['assetId://asset_1', 7] } }
  expect((await assetsOf(body, { asset_1: 'approved' }, 'new-model')).found).toEqual([
    ['/prompt', 'this account has no asset with this ID'],
  ])
})

test('a finding about an asset or a URL names the parameter that it stands in', async () => {
  const body = { cast: { lead: ['assetId://none'] } }
  const [asset] = await unavailableAssets('new-model', body, 'poor', { findAsset: async () => undefined })
  expect(asset).toMatchObject({ path: '/cast/lead/0', parameter: 'cast', received: 'assetId://none' })
  expect(asset?.message).toMatch(/^cast\.lead\[0\]: the asset "none" cannot be used/)
  const [file] = await unreachableFiles(model, { reference_images: ['http://10.0.0.1/a'] }, async () => 'private')
  expect(file).toMatchObject({ parameter: 'reference_images', received: 'http://10.0.0.1/a' })
})

test('where a service keeps no assets they are left to its upstream', async () => {
  expect(await unavailableAssets(model, { reference_images: ['assetId://none'] }, 'poor', undefined)).toEqual([])
})

test('of many assets that cannot be used the first hundred are named', async () => {
  const many = (count: number) => ({ reference_images: Array.from({ length: count }, () => 'assetId://none') })
  expect((await assetsOf(many(100))).found).toHaveLength(100)
  expect((await assetsOf(many(101))).found).toHaveLength(100)
})

/** Which places of a request name a URL that is out of reach, where each URL is, and which were asked about. */
async function unreachable(body: JsonObject, ofModel = model) {
  const asked: string[] = []
  const findings = await unreachableFiles(ofModel, body, async (named, url) => {
    asked.push(`${named} ${url}`)
    return 'private'
  })
  return { paths: findings.map(({ path }) => path), asked }
}

test('only what is a URL of HTTP, where the catalogue says that media stand, can be out of reach', async () => {
  const references: JsonValue[] = [
    'http://10.0.0.1/a.png',
    'HTTPS://10.0.0.1/b.png',
    'data:image/png;base64,iVBORw0KGgo=',
    'assetId://asset_1',
    'blob:http://10.0.0.1/c.png',
    'http://',
    'see http://10.0.0.1/d.png',
    ['http://10.0.0.1/e.png'],
    5,
  ]
  expect(await unreachable({ prompt: 'http://10.0.0.1/f.png', reference_images: references })).toEqual({
    paths: ['/reference_images/0', '/reference_images/1'],
    asked: [`${model} http://10.0.0.1/a.png`, `${model} HTTPS://10.0.0.1/b.png`],
  })
  expect(await unreachable({ reference_images: references }, 'new-model')).toEqual({ paths: [], asked: [] })
})
