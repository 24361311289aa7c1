/** Services in processes of their own in front of fakes of mapped protocols, which fail as their tasks' prompts say. */
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { loaders, protocols, type Protocol } from '@model-tasks/documents/upstreams'
import { models as facts } from '@model-tasks/documents/upstreams/models'
import { expect, onTestFinished } from 'vitest'
import {
  promptWith,
  serveFaultyFake,
  type FaultyFake,
} from '../../../packages/service/src/commands/prove/faulty-fake.js'
import { hashApiKey } from '../../../packages/service/src/admit/accounts/api-key.js'
import type { Upstream } from '../../../packages/service/src/settings/settings.js'
import { deathReason } from '../../../packages/service/src/keep/store/fuse.js'
import { openSqliteStores } from '../../../packages/service/src/keep/store/sqlite/open.js'
import { exampleFolder, keyAt } from '../../../packages/service/test/mapped/support.js'
import { expectBalanced } from '../../../packages/service/test/contracts/ledger.js'
import { dataFolder } from '../../e2e/support/service-process.js'
import { inOneFile } from '../../programs.js'

/** The service's seconds in one of ours. */
const speed = 10
const script = fileURLToPath(new URL('mapped-service.mjs', import.meta.url))
const key = 'mt_a-key-of-an-account-that-pays'
const upstreamKey = 'key-of-the-upstream'
const granted = 1e12

/** One model for each protocol. */
export const models: Readonly<Record<Protocol, string>> = {
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
  azure: 'beta-5.0',
  firefly: 'beta_5.0Pro',
}

/** What a request of that model gives beside its prompt. */
export const others: Partial<Readonly<Record<Protocol, object>>> = {
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
export const pictures = { 'openai-videos': 'beta-5.0', stability: models.stability } as const

export interface Task {
  id: string
  model: string
  status: string
  error: string | null
  amount: number
}

/** A protocol, and the model that goes there, with its ID there. */
export interface Place {
  protocol: Protocol
  model: string
  modelIds?: Readonly<Record<string, string>>
}

/** Services, each with protocols of which no two have the same model. */
export const services: readonly (readonly [name: string, protocols: readonly Protocol[]])[] = [
  ['most protocols', protocols.filter((protocol) => protocol !== 'azure' && protocol !== 'firefly')],
  ['azure and firefly', ['azure', 'firefly']],
]

/** The model of each of these protocols. */
export const placesOf = (those: readonly Protocol[]): Place[] =>
  those.map((protocol) => ({ protocol, model: models[protocol] }))

/** Fakes of these protocols, an account with credits, and services in front of them, one after the other. */
export async function world(places: readonly Place[] = placesOf(services[0]?.[1] ?? [])) {
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
  const child = spawn(process.execPath, [await inOneFile(script)], {
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

export async function kill(child: ChildProcess): Promise<void> {
  const exit = once(child, 'exit')
  child.kill('SIGKILL')
  await exit
}

/** Submits a task; undefined when the service was killed before it answered. */
export async function submit(baseUrl: string, protocol: Protocol, prompt: string): Promise<string | undefined> {
  return submitTask(baseUrl, { model: models[protocol], prompt, ...others[protocol] })
}

export async function submitTask(
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

export async function until(condition: () => boolean): Promise<void> {
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
export async function allEnded(baseUrl: string, honest: () => void = () => undefined): Promise<Task[]> {
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
export async function retrySetAside(open: Awaited<ReturnType<typeof world>>['open']): Promise<number> {
  const stores = await open()
  const letters = await stores.queue.deadLetters(1000)
  expect(letters.filter(({ reason }) => reason !== deathReason)).toEqual([])
  for (const { id } of letters) expect(await stores.queue.retry(id)).toBe(true)
  await stores.close()
  return letters.length
}

/** Submits tasks without a fault until one is completed, which hangs when none ever is, and answers all of the service. */
export async function untilOneIsMade(
  baseUrl: string,
  protocol: Protocol,
  honest: () => void,
  nextNumber: () => number,
): Promise<Task[]> {
  for (;;) {
    await submit(baseUrl, protocol, promptWith('none', nextNumber()))
    const tasks = await allEnded(baseUrl, honest)
    if (tasks.some(({ status }) => status === 'completed')) return tasks
  }
}

/** Nothing is bought twice, and what is paid is what tasks say that they cost: a failed one too, where nothing proves that it was not bought. */
export async function expectHonest(
  { fakes, open }: Awaited<ReturnType<typeof world>>,
  tasks: readonly Task[],
): Promise<void> {
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
