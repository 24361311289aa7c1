/**
 * Mapped upstreams at their worst, under real kills: each of ten faults at each protocol, then tasks in the
 * middle of which the service is killed. No task is submitted twice, every task ends, and the ledger adds up.
 */
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { loaders, protocols, type Protocol } from '@model-tasks/documents/upstreams'
import { models as facts } from '@model-tasks/documents/upstreams/models'
import { expect, onTestFinished, test } from 'vitest'
import { endOf, faults } from '../../packages/service/src/commands/prove/faults.js'
import { promptWith, serveFaultyFake, type FaultyFake } from '../../packages/service/src/commands/prove/faulty-fake.js'
import { hashApiKey } from '../../packages/service/src/admit/accounts/api-key.js'
import type { Upstream } from '../../packages/service/src/settings/settings.js'
import { deathReason } from '../../packages/service/src/keep/store/fuse.js'
import { openSqliteStores } from '../../packages/service/src/keep/store/sqlite/open.js'
import { exampleFolder, keyAt } from '../../packages/service/test/mapped/support.js'
import { expectBalanced } from '../../packages/service/test/contracts/ledger.js'
import { seededRandom } from '../../packages/service/test/support/seeded-random.js'
import { dataFolder } from '../e2e/support/service-process.js'
import { servePicture } from './support/serve-picture.js'
import { tellProgress } from './support/progress.js'

/** 8 in the ordinary run, 1,000 in the long one, or as many as MODEL_TASKS_KILLS says. */
const kills = Number(process.env['MODEL_TASKS_KILLS'] ?? (process.env['MODEL_TASKS_LONG'] === '1' ? 1000 : 8))
/** The service's seconds in one of ours. */
const speed = 10
const script = fileURLToPath(new URL('support/mapped-service.mjs', import.meta.url))
const key = 'mt_a-key-of-an-account-that-pays'
const upstreamKey = 'key-of-the-upstream'
const granted = 1e12

/** One model for each protocol, so that one service has all of them. */
const models: Readonly<Record<Protocol, string>> = {
  ark: 'sd_2.0_discount',
  dashscope: 'sd_2.5_discount_v1',
  fal: 'alpha_1_5_pro_480p',
  minimax: 'zeta-H3-768p',
  'openai-videos': 'alpha_1_5_pro_720p',
  replicate: 'epsilonO3',
  runway: 'videos_900_720p-c1',
  luma: 'alpha_1_5_pro',
  wavespeed: 'video_30_10_10',
  flux: 'sd_2.0_mini_special',
  xai: 'sd_2.0_special',
  together: 'sd_2.0_fast_special',
  veo: 'sd_2.5_special_v1',
  vertex: 'sd_2.0_fast_discount',
  higgsfield: 'sd_2.0_mini_discount',
  leonardo: 'alpha_1_5_pro_1080p',
  openrouter: 'gamma-1.0-i2v',
  kling: 'gamma-1.0-r2v',
  hunyuan: 'gamma-1.0-t2v',
  vidu: 'gamma-1.1-t2v',
  stability: 'beta_5.0Pro',
  bedrock: 'videos_10_0_0-720p',
}

/** What a request of that model gives beside its prompt. */
const others: Partial<Readonly<Record<Protocol, object>>> = {
  ark: { duration: 5 },
  dashscope: { duration: 5 },
  hunyuan: { resolution: '1080P' },
  kling: { resolution: '1080P', reference_images: ['https://example.com/boat.png'] },
  leonardo: { duration: 4 },
  luma: { duration: 5, resolution: '720p' },
  openrouter: { resolution: '1080P', first_image: ['https://example.com/boat.png'] },
  runway: { aspect_ratio: '16:9', resolution: '720p' },
  vidu: { resolution: '1080P' },
  wavespeed: { duration: 5, resolution: '480p' },
}

/** Models whose result is in the answer to the submit, as JSON and as the answer itself. */
const pictures = { 'openai-videos': 'beta-5.0', stability: models.stability } as const

interface Task {
  id: string
  model: string
  status: string
  error: string | null
  amount: number
}

/** A protocol, and the model that goes there, with its ID there. */
interface Place {
  protocol: Protocol
  model: string
  modelIds?: Readonly<Record<string, string>>
}

/** One model for each protocol. */
const everyPlace: readonly Place[] = protocols.map((protocol) => ({ protocol, model: models[protocol] }))

/** Fakes of these protocols, an account with credits, and services in front of them, one after the other. */
async function world(places = everyPlace) {
  const folder = dataFolder()
  const fakes = new Map<Protocol, FaultyFake>()
  const upstreams: Upstream[] = []
  for (const { protocol, model, modelIds = {} } of places) {
    const { mapping } = await loaders[protocol]()
    const faulty = await serveFaultyFake(mapping, upstreamKey, facts[model]?.kind)
    onTestFinished(() => faulty.fake.close())
    fakes.set(protocol, faulty)
    upstreams.push({
      name: protocol,
      protocol,
      baseUrl: faulty.fake.baseUrl,
      apiKey: keyAt(mapping, faulty.fake, upstreamKey),
      ...exampleFolder(mapping),
      models: protocol === 'openai-videos' ? [model, pictures[protocol]] : [model],
      modelIds,
      requestsPerSecond: 1000,
      concurrency: 1000,
      statuses: {},
      pollDeadline: 120_000,
    })
  }
  const open = () => openSqliteStores(join(folder, 'tasks.db'), undefined, () => Date.now())
  const stores = await open()
  await stores.accounts.addAccount({ id: 'payer', name: 'Payer', unlimited: false, credits: granted, created: 1 })
  await stores.keys.addKey({ hash: hashApiKey(key), id: 'key_payer', account: 'payer', created: 1 })
  await stores.close()
  const environment = {
    FOLDER: folder,
    UPSTREAMS: JSON.stringify(upstreams),
    SPEED: `${speed}`,
    EPOCH: `${Date.now()}`,
  }
  const honest = (): void => {
    for (const [protocol, { submits }] of fakes)
      for (const [prompt, count] of submits) if (count > 1) throw new Error(`${protocol}: submitted twice: ${prompt}`)
  }
  return { folder, upstreams, fakes, open, honest, start: (more = {}) => startService({ ...environment, ...more }) }
}

async function startService(environment: Record<string, string>): Promise<{ child: ChildProcess; baseUrl: string }> {
  const child = spawn(process.execPath, [script], {
    env: { PATH: process.env['PATH'], ...environment },
    stdio: ['ignore', 'pipe', process.env['MODEL_TASKS_VERBOSE'] === undefined ? 'ignore' : 'inherit'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  const lines = createInterface({ input: child.stdout })
  const baseUrl = await Promise.race([
    once(lines, 'line').then(([line]) => String(line)),
    once(child, 'exit').then(([code]) => {
      throw new Error(`the service ended with ${String(code)} before it answered`)
    }),
  ])
  return { child, baseUrl }
}

async function kill(child: ChildProcess): Promise<void> {
  const exit = once(child, 'exit')
  child.kill('SIGKILL')
  await exit
}

/** Submits a task; undefined when the service was killed before it answered. */
async function submit(baseUrl: string, protocol: Protocol, prompt: string): Promise<string | undefined> {
  return submitTask(baseUrl, { model: models[protocol], prompt, ...others[protocol] })
}

async function submitTask(
  baseUrl: string,
  body: { model: string; prompt: string } & Record<string, unknown>,
): Promise<string | undefined> {
  const response = await fetch(`${baseUrl}/v2/model-center/tasks`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  }).catch(() => undefined)
  if (response === undefined) return undefined
  const task = (await response.json().catch(() => undefined)) as Task | undefined
  if (task !== undefined && response.status !== 200) throw new Error(`${body.model}: ${JSON.stringify(task)}`)
  return task?.id
}

async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise((resolve) => setTimeout(resolve, 100))
}

async function allTasks(baseUrl: string): Promise<Task[]> {
  const tasks: Task[] = []
  for (let after = ''; ;) {
    const response = await fetch(`${baseUrl}/v2/model-center/tasks?limit=100&after=${after}`, {
      headers: { authorization: `Bearer ${key}` },
    })
    const page = (await response.json()) as { data: Task[]; has_more: boolean; next: string }
    tasks.push(...page.data)
    if (!page.has_more) return tasks
    after = page.next
  }
}

/** Every task, once all have ended. Throws naming those that hang past every deadline; `honest` throws meanwhile when it need not wait. */
async function allEnded(baseUrl: string, honest: () => void = () => undefined): Promise<Task[]> {
  for (let waited = 0; ; waited += 500) {
    honest()
    const tasks = await allTasks(baseUrl)
    const left = tasks.filter(({ status }) => status !== 'completed' && status !== 'failed')
    if (left.length === 0) return tasks
    if (waited > 90_000) throw new Error(`left over: ${JSON.stringify(left)}`)
    await new Promise((resolve) => setTimeout(resolve, 500))
  }
}

/** Puts back what the fuse has set aside, as "queue retry" does. Answers how many. */
async function retrySetAside(open: Awaited<ReturnType<typeof world>>['open']): Promise<number> {
  const stores = await open()
  const letters = await stores.queue.deadLetters(1000)
  expect(letters.filter(({ reason }) => reason !== deathReason)).toEqual([])
  for (const { id } of letters) expect(await stores.queue.retry(id)).toBe(true)
  await stores.close()
  return letters.length
}

/** Submits tasks without a fault until one is completed, which hangs when none ever is, and answers all of the service. */
async function untilOneIsMade(baseUrl: string, honest: () => void, nextNumber: () => number): Promise<Task[]> {
  for (;;) {
    await submit(baseUrl, 'ark', promptWith('none', nextNumber()))
    const tasks = await allEnded(baseUrl, honest)
    if (tasks.some(({ status }) => status === 'completed')) return tasks
  }
}

/** Nothing is bought twice, and what is paid is what tasks say that they cost: a failed one too, where nothing proves that it was not bought. */
async function expectHonest({ fakes, open }: Awaited<ReturnType<typeof world>>, tasks: readonly Task[]): Promise<void> {
  for (const [protocol, { submits, fake }] of fakes) {
    expect(
      [...submits].filter(([, count]) => count > 1),
      `${protocol}: submitted twice`,
    ).toEqual([])
    const prompts = fake.tasks.map(({ parameters }) => JSON.stringify(parameters['prompt']))
    expect(new Set(prompts).size, `${protocol}: made twice`).toBe(prompts.length)
  }
  const stores = await open()
  await expectBalanced(stores.accounts)
  const account = await stores.accounts.findAccount('payer')
  await stores.close()
  const paid = tasks.reduce((sum, { amount }) => sum + amount, 0)
  expect(account).toMatchObject({ held: 0, credits: granted - paid * 1e6 })
}

test('each fault at each protocol ends its task as it should, and is paid for once or not at all', async () => {
  const all = await world()
  const { child, baseUrl } = await all.start()
  const expected = new Map<string, object>()
  // One fault after the other: three unknown answers in a row would pause an upstream, as they should.
  for (const [round, fault] of faults.entries())
    await Promise.all(
      protocols.map(async (protocol, index) => {
        if (all.fakes.get(protocol)?.faults.includes(fault) !== true) return
        const id = await submit(baseUrl, protocol, promptWith(fault, index))
        const { status, error } = endOf[fault]
        const end = { status, error: error === undefined ? null : expect.stringMatching(error) }
        expected.set(id ?? '', { protocol, fault, ...end })
        await submit(baseUrl, protocol, promptWith('none', 100 + 10 * round + index))
      }),
    )
  const tasks = await allEnded(baseUrl, all.honest)
  await kill(child)
  const byId = new Map(tasks.map((task) => [task.id, task]))
  for (const [id, { protocol, fault, ...end }] of expected as Map<string, { protocol: string; fault: string }>)
    expect(byId.get(id), `${protocol}: ${fault}`).toMatchObject(end)
  await expectHonest(all, tasks)
  for (const [protocol, { met, faults: own }] of all.fakes) expect([...met].sort(), protocol).toEqual([...own].sort())
})

test.each([
  ['openai-videos', 'beta-5.0', { resolution: '2K', aspect_ratio: '1:1' }, 'image-maker'],
  ['stability', 'beta_5.0Pro', {}, 'control/style'],
] as const)(
  'each fault of %s ends the task of an image that is made of another, sent in its form, as it should',
  async (protocol, model, more, theirs) => {
    const all = await world([{ protocol, model, modelIds: { [model]: theirs } }])
    const faulty = all.fakes.get(protocol)
    const picture = await servePicture()
    const { child, baseUrl } = await all.start({ MEDIA_HOST: picture.host })
    const body = { model, reference_images: [picture.url], ...more }
    const expected = new Map<string, object>()
    for (const [round, fault] of (faulty?.faults ?? []).entries()) {
      const { status, error } = endOf[fault]
      const id = await submitTask(baseUrl, { ...body, prompt: promptWith(fault, round) })
      expected.set(id ?? '', { status, error: error === undefined ? null : expect.stringMatching(error) })
      // Three unknown answers in a row would pause the upstream, as they should.
      await submitTask(baseUrl, { ...body, prompt: promptWith('none', 100 + round) })
      await allEnded(baseUrl, all.honest)
    }
    const tasks = await allEnded(baseUrl, all.honest)
    await kill(child)
    const byId = new Map(tasks.map((task) => [task.id, task]))
    expect(expected.size).toBeGreaterThanOrEqual(6)
    for (const [id, end] of expected) expect(byId.get(id)).toMatchObject(end)
    await expectHonest(all, tasks)
    expect([...(faulty?.met ?? [])].sort()).toEqual([...(faulty?.faults ?? [])].sort())
    for (const { parameters } of faulty?.fake.tasks ?? [])
      expect(parameters['reference_images']).toEqual([picture.dataUri])
  },
)

test(
  `no task is submitted twice and none is left over in ${kills} kills`,
  async () => {
    const all = await world()
    const random = seededRandom(12)
    const acknowledged = new Set<string>()
    let number = 0
    for (let round = 0; round < kills; round += 1) {
      const { child, baseUrl } = await all.start()
      const submitting = protocols.map(async (protocol) => {
        const fault = faults[(number += 1) % faults.length] ?? 'none'
        const id = await submit(baseUrl, protocol, promptWith(random() < 0.5 ? fault : 'none', number))
        if (id !== undefined) acknowledged.add(id)
      })
      // Every third kill falls into the submits; the others into what follows, up to the end of the tasks.
      if (round % 3 > 0) await Promise.all(submitting)
      await new Promise((resolve) => setTimeout(resolve, random() * 1500))
      await kill(child)
      await Promise.all(submitting)
      tellProgress(round + 1, kills, `${acknowledged.size} acknowledged`)
    }
    // The kills have hit some tasks twice while their files were handled: these come back by themselves, or when an operator says so.
    const setAside = await retrySetAside(all.open)
    const { child, baseUrl } = await all.start()
    const survivors = await allEnded(baseUrl, all.honest)
    expect(survivors.length).toBeGreaterThanOrEqual(acknowledged.size)
    // On a busy machine the deadline of each may have passed between two kills; afterwards the service makes what is asked of it.
    const tasks = await untilOneIsMade(baseUrl, all.honest, () => (number += 1))
    await kill(child)
    const known = new Set(tasks.map(({ id }) => id))
    expect([...acknowledged].filter((id) => !known.has(id))).toEqual([])
    expect(acknowledged.size).toBeGreaterThan(0)
    await expectHonest(all, tasks)
    const completed = tasks.filter(({ status }) => status === 'completed').length
    process.stdout.write(
      `${acknowledged.size} acknowledged in ${kills} kills, ${tasks.length} kept and ended, ${completed} of them completed, ${setAside} were set aside\n`,
    )
  },
  300_000 + kills * 10_000,
)

test.each([
  ['openai-videos', 'before its acceptance is noted', 'kept'],
  ['openai-videos', 'before it is removed', 'removing'],
  ['stability', 'before its acceptance is noted', 'kept'],
  ['stability', 'before it is removed', 'removing'],
] as const)(
  'an answer of %s that holds the result survives a kill %s: nothing is bought again, and nothing is left',
  async (protocol, _when, moment) => {
    const all = await world()
    const first = await all.start({ KILL_AT: moment })
    const died = once(first.child, 'exit')
    await submitTask(first.baseUrl, {
      model: pictures[protocol],
      prompt: promptWith('none', 1),
      ...(protocol === 'stability' ? {} : { resolution: '2K', aspect_ratio: '1:1' }),
    })
    expect((await died)[1]).toBe('SIGKILL')
    expect(readdirSync(join(all.folder, 'files', 'held'))).toHaveLength(1)
    const { child, baseUrl } = await all.start()
    const tasks = await allEnded(baseUrl, all.honest)
    expect(tasks).toMatchObject([{ model: pictures[protocol], status: 'completed', error: null }])
    await kill(child)
    // What the first service left is removed by a start, at the latest.
    const last = await all.start()
    await until(() => readdirSync(join(all.folder, 'files', 'held')).length === 0)
    await kill(last.child)
    await expectHonest(all, tasks)
    expect(all.fakes.get(protocol)?.fake.tasks).toHaveLength(1)
  },
)

test('a kill in the middle of an upload has submitted nothing: the next start uploads and submits once', async () => {
  const all = await world()
  const model = 'zeta-H3-768p'
  const upstreams = all.upstreams
    .filter(({ name }) => name === 'replicate')
    .map((upstream) => ({ ...upstream, models: [model] }))
  const only = { UPSTREAMS: JSON.stringify(upstreams) }
  const first = await all.start({ ...only, KILL_AT: 'uploading' })
  const died = once(first.child, 'exit')
  const picture = 'data:image/png;base64,AAEC'
  await submitTask(first.baseUrl, { model, prompt: promptWith('none', 1), reference_images: [picture] })
  expect((await died)[1]).toBe('SIGKILL')
  const { child, baseUrl } = await all.start(only)
  const tasks = await allEnded(baseUrl, all.honest)
  expect(tasks).toMatchObject([{ model, status: 'completed', error: null }])
  await kill(child)
  await expectHonest(all, tasks)
  const fake = all.fakes.get('replicate')?.fake
  expect([fake?.uploads, fake?.tasks.length]).toEqual([[picture], 1])
})
