import { createPublicKey, verify } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { fakeFile } from '../src/commands/fake/fake-file.js'
import type { Mapping } from '@model-tasks/documents/upstreams/interpreter'
import { runProve } from '../src/commands/prove/command.js'
import { cancelLines } from '../src/commands/prove/lines.js'
import { proveCancels } from '../src/commands/prove/prove-cancels.js'
import { proveLive, type LiveOutcome } from '../src/commands/prove/prove-live.js'
import { textIn, type ProvingService, type StartService } from '../src/commands/prove/service.js'
import { startService } from '../src/compose/start.js'
import { isJsonObject, parseJson, type JsonObject } from '../src/base/json.js'
import { defaultSettings, upstreamLimits, type Upstream } from '../src/settings/settings.js'
import { mappingOf, mappings } from './mapped/support.js'
import { temporaryFolder } from './support/folder.js'

const seventh = readFileSync(new URL('../../../test/upstreams/seventh.json', import.meta.url), 'utf8')

/** Runs the command on a data folder. Answers whether all holds, what was printed and the record. */
async function prove(folder: string, words: string[], upstreams: Upstream[] = [], now = Date.now) {
  const lines: string[] = []
  const out = join(folder, 'record.json')
  const settings = { ...defaultSettings, dataDirectory: join(folder, 'data'), upstreams }
  const parts = { start: startService, print: (line: string) => lines.push(line), now }
  const holds = await runProve([...words, '--out', out], settings, parts)
  const record = parseJson(readFileSync(out, 'utf8'))
  if (!isJsonObject(record)) throw new Error('the record is not an object')
  return { holds, lines, text: lines.join('\n'), record }
}

function isSigned(record: JsonObject): boolean {
  const { signature: _signature, ...signed } = record
  const key = createPublicKey({ key: Buffer.from(textIn(signed, 'signed_by'), 'base64'), format: 'der', type: 'spki' })
  return verify(null, Buffer.from(JSON.stringify(signed)), key, Buffer.from(textIn(record, 'signature'), 'base64'))
}

/** Runway's API as its documents have it, written by hand: it knows nothing of the mapping. */
async function runway(
  over: { status?: () => number | undefined; hold?: () => boolean; ends?: (key: string) => object } = {},
) {
  const [posts, keys]: [JsonObject[], (string | undefined)[]] = [[], []]
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const answer = (status: number, body: object): void => {
        response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
      }
      const { method, url } = request
      if (url === '/videos/1.mp4') {
        const { contentType, bytes } = fakeFile('video')
        return response.writeHead(200, { 'content-type': contentType, 'content-length': bytes.length }).end(bytes)
      }
      keys.push(request.headers.authorization)
      const status = over.status?.()
      if (status !== undefined) return answer(status, { error: 'Invalid API token' })
      if (request.headers['x-runway-version'] !== '2024-11-06') return answer(400, { error: 'version' })
      if (method === 'POST' && url === '/v1/text_to_video') {
        posts.push(JSON.parse(Buffer.concat(chunks).toString()) as JsonObject)
        return answer(200, { id: `17f20503-6c24-4c16-946b-35dbbce2af2${posts.length}` })
      }
      const id = /^\/v1\/tasks\/([0-9a-f-]+)$/.exec(url ?? '')?.[1]
      if (method !== 'GET' || id === undefined) return answer(404, { error: 'Not found' })
      const task = { id, createdAt: '2026-11-01T12:00:00.000Z' }
      if (over.hold?.() === true) return answer(200, { ...task, status: 'RUNNING', progress: 0.5 })
      const made = { status: 'SUCCEEDED', output: [`${baseUrl}/videos/1.mp4`], cost: { credits: 25 } }
      answer(200, { ...task, ...made, ...over.ends?.(request.headers.authorization ?? '') })
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return { baseUrl, posts, keys }
}

const model = 'videos_900_720p-c1'
const request = { model, prompt: 'A paper boat', resolution: '720p', aspect_ratio: '16:9' }

/** An upstream at the vendor, and the words that ask it for one task. */
function liveAt(baseUrl: string, folder: string, maxCredits = '30') {
  const path = join(folder, 'request.json')
  writeFileSync(path, JSON.stringify(request))
  const upstream: Upstream = {
    ...upstreamLimits,
    ...{ name: 'studio', protocol: 'runway', baseUrl, apiKey: 'key-of-the-studio', models: undefined },
    modelIds: { [model]: 'gen4.5' },
    costs: new Map([[model, 25_000_000]]),
    unitCosts: new Map([['credits', 1_000_000]]),
  }
  const words = ['runway', '--live', 'studio', '--request', path, '--max-credits', maxCredits]
  return { upstream, words }
}

/** Has the vendor make the task without the faults before it. */
async function live(
  folder: string,
  upstream: Upstream,
  start: StartService = startService,
  prompt = request.prompt,
): Promise<LiveOutcome> {
  const parts = { limit: 30_000_000, folder: join(folder, 'data', 'live-proofs', 'studio') }
  const trial = { upstream, request: { ...request, prompt }, ...parts, print: () => undefined, now: Date.now }
  return proveLive(mappingOf('runway'), trial, start)
}

test('ten faults at a fake of each kind that a protocol makes: what happened is printed and signed', async () => {
  const { holds, text, record } = await prove(temporaryFolder(), ['openai-videos'])
  expect(text).toMatch(/^ok +video +takes the task and resets the connection +1 × +1 × +failed +yes$/m)
  expect(text).toMatch(/^ok +image +answers 200 with an error inside +1 × +0 × +failed +yes$/m)
  expect(text).toMatch(/^cannot happen here {2}image {2}completes the task without a result$/m)
  expect(text).toContain('openai-videos: 18 of 18 as they should be; none bought twice')
  expect(holds).toBe(true)
  expect(record).toMatchObject({ object: 'upstream_proof', protocol: 'openai-videos', live: null })
  expect(record['faults']).toHaveLength(18)
  expect(isSigned(record)).toBe(true)
  expect(isSigned({ ...record, protocol: 'ark' })).toBe(false)
})

test('a file that takes a failure of the server for a rejection is found out: it buys twice', async () => {
  const folder = temporaryFolder()
  const file = JSON.parse(seventh) as { errors: { proofs: object[] } }
  file.errors.proofs.unshift({
    status: '500',
    proves: 'busy',
    source: Object.keys(JSON.parse(seventh).sources as object)[0],
  })
  const path = join(folder, 'seventh.json')
  writeFileSync(path, JSON.stringify(file))
  const { holds, text } = await prove(folder, [path])
  expect(holds).toBe(false)
  expect(text).toMatch(/^WRONG +video +takes the task and answers 500 +2 × +2 × +processing +no$/m)
  expect(text).toMatch(/seventh: 9 of 10 as they should be; 1 bought twice/)
})

test('one task at the vendor, once for the same protocol and request, and what it came to', async () => {
  const folder = temporaryFolder()
  const vendor = await runway()
  const { upstream, words } = liveAt(vendor.baseUrl, folder)
  const { holds, text, record } = await prove(folder, words, [upstream])
  expect(vendor.posts).toEqual([{ model: 'gen4.5', promptText: 'A paper boat', ratio: '1280:720', duration: 15 }])
  expect(new Set(vendor.keys)).toEqual(new Set(['Bearer key-of-the-studio']))
  expect(text).toContain('made one task  completed')
  expect(text).toContain('cost 25 credits, at most 30; it counted 25 credits')
  expect([holds, isSigned(record)]).toEqual([true, true])
  expect(record['live']).toMatchObject({ credits: 25, proof: { model, ended: { upstream_word: 'SUCCEEDED' } } })
  expect(JSON.stringify(record) + text).not.toContain('key-of-the-studio')
  const { proof } = await live(folder, upstream)
  expect(record['live']).toMatchObject({ proof: { task: proof.task } })
  expect(vendor.posts).toHaveLength(1)
})

test('a vendor that counts more than the settings say is found out, and the record says both', async () => {
  const folder = temporaryFolder()
  const vendor = await runway({ ends: () => ({ cost: { credits: 99 } }) })
  const { upstream, words } = liveAt(vendor.baseUrl, folder)
  const { holds, text, record } = await prove(folder, words, [upstream])
  expect(text).toContain('cost 99 credits, at most 30; it counted 99 credits')
  expect(text).toContain('WRONG  it cost more than --max-credits')
  expect([holds, isSigned(record), vendor.posts.length]).toEqual([false, true, 1])
  expect(record['live']).toMatchObject({ credits: 99, max_credits: 30 })
})

test('a vendor that quotes the key in its answers gets it into no record and no line', async () => {
  const folder = temporaryFolder()
  const ends = (key: string): object => ({
    status: 'FAILED',
    failure: `the request with ${key} was not permitted`,
    failureCode: key.slice('Bearer '.length),
    output: undefined,
    cost: undefined,
  })
  const vendor = await runway({ ends })
  const { upstream, words } = liveAt(vendor.baseUrl, folder)
  const { holds, text, record } = await prove(folder, words, [upstream])
  expect(text).toContain('made one task  failed: the request with')
  expect(JSON.stringify(record) + text).not.toContain('key-of-the-studio')
  expect([holds, isSigned(record), vendor.posts.length]).toEqual([false, true, 1])
})

test('a task that was interrupted goes on with the next run, and is not bought again', async () => {
  const folder = temporaryFolder()
  let running = true
  const vendor = await runway({ hold: () => running })
  const { upstream } = liveAt(vendor.baseUrl, folder)
  const first = await new Promise<ProvingService>((resolve) => {
    const start: StartService = async (...given) => {
      const service = await startService(...given)
      setTimeout(() => {
        resolve(service)
      }, 3000)
      return service
    }
    live(folder, upstream, start).catch(() => undefined)
  })
  await first.close()
  expect(vendor.posts).toHaveLength(1)
  running = false
  expect((await live(folder, upstream)).proof.ended).toMatchObject({ status: 'completed', upstream_word: 'SUCCEEDED' })
  expect(vendor.posts).toHaveLength(1)
})

test.each([
  [
    'costs more than is allowed',
    '24.999999',
    {},
    /charges 25 credits for .*, more than the 24.999999 of --max-credits/,
  ],
  [
    'costs what is not known',
    '30',
    { costs: new Map() },
    /do not say what studio charges for .* set it in its "costs"/,
  ],
  ['goes to another upstream', '30', { models: ['sd_2.0_discount'] }, /does not take videos_900_720p-c1/],
] as const)('a task that %s is not asked for', async (_what, maxCredits, over, words) => {
  const folder = temporaryFolder()
  const vendor = await runway()
  const { upstream, words: typed } = liveAt(vendor.baseUrl, folder, maxCredits)
  await expect(prove(folder, typed, [{ ...upstream, ...over }])).rejects.toThrow(words)
  expect([vendor.keys, existsSync(join(folder, 'record.json'))]).toEqual([[], false])
})

test('a key that is rejected buys nothing, and the same command goes on once it is right', async () => {
  const folder = temporaryFolder()
  let status: number | undefined = 401
  const vendor = await runway({ status: () => status })
  const { upstream } = liveAt(vendor.baseUrl, folder)
  await expect(live(folder, upstream)).rejects.toThrow(/studio declined the task: .*401.*; nothing was bought/)
  expect(vendor.posts).toEqual([])
  status = undefined
  expect((await live(folder, upstream)).proof.ended.status).toBe('completed')
  expect(vendor.posts).toHaveLength(1)
})

test('a task that was declined is not bought beside that of another request', async () => {
  const folder = temporaryFolder()
  let status: number | undefined = 401
  const vendor = await runway({ status: () => status })
  const { upstream } = liveAt(vendor.baseUrl, folder)
  await expect(live(folder, upstream)).rejects.toThrow('nothing was bought')
  status = undefined
  expect((await live(folder, upstream, startService, 'A tin boat')).proof.ended.status).toBe('completed')
  expect(vendor.posts).toMatchObject([{ promptText: 'A tin boat' }])
})

test.each([
  [['runwy'], /"runwy" is not a protocol; use one of ark/],
  [['runway', '--live', 'studio'], /--live, --request and --max-credits go together/],
  [['runway', '--cap', '3'], /Unknown option '--cap'.*use upstreams prove/],
  [['runway', '--live', 'x', '--request', 'r', '--max-credits', '1'], /the settings name no upstream "x"/],
])('%j is rejected', async (words, message) => {
  await expect(prove(temporaryFolder(), words)).rejects.toThrow(message)
})

test('a task is cancelled in each state: it is free only where the upstream cancelled it, and signed', async () => {
  const { holds, text, record } = await prove(temporaryFolder(), ['ark'])
  expect(text).toMatch(/^ok +video +queued +cancels it +failed +no$/m)
  expect(text).toMatch(/^ok +video +processing +goes on +completed +yes$/m)
  expect(text).toMatch(/^ok +video +ended +goes on +completed +yes$/m)
  expect([holds, isSigned(record)]).toEqual([true, true])
  expect(record['cancels']).toHaveLength(3)
})

test('a file that takes the answer to any cancel for its proof is found out: a task that goes on is free', async () => {
  const ark = mappingOf('ark')
  const { video } = ark.operations
  const rules = ark.cancelRules
  if (video?.cancel === undefined || rules === undefined) throw new Error('the protocol has no cancel')
  const { from: _from, ...cancel } = video.cancel
  const proves = { answer: { at: ['taken'], words: ['yes'] }, query: [] }
  const wrong: Mapping = {
    ...ark,
    operations: { video: { ...video, cancel: { ...cancel, proves } } },
    cancelRules: { ...rules, processing: { then: 'goes-on', status: 200, body: { taken: 'yes' } } },
  }
  const outcomes = await proveCancels(wrong, startService)
  const running = { state: 'processing', cancelled: false, status: 'failed', charged: false, holds: false }
  expect(outcomes.find(({ state }) => state === 'processing')).toMatchObject(running)
  expect(cancelLines(outcomes)).toContain(
    'WRONG  video  cancelled while processing: the upstream goes on, and the task is failed and not charged',
  )
})

test('the cancels of every protocol of the catalogue end as they should', async () => {
  const each = mappings.map(async ([name, mapping]) => [name, await proveCancels(mapping, startService)] as const)
  const outcomes = await Promise.all(each)
  expect(outcomes.filter(([, cancels]) => cancels.length > 0).length).toBeGreaterThan(5)
  const wrong = outcomes.flatMap(([name, cancels]) => cancels.filter(({ holds }) => !holds).map((one) => [name, one]))
  expect(wrong).toEqual([])
})
