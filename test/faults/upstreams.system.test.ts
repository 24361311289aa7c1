/**
 * Mapped upstreams at their worst, under real kills: each of ten faults at each protocol, then tasks in the
 * middle of which the service is killed. No task is submitted twice, every task ends, and the ledger adds up.
 */
import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { protocols, type Protocol } from '@model-tasks/documents/upstreams'
import { expect, test } from 'vitest'
import { tableLines } from '../../packages/service/src/base/table.js'
import { endOf, faults, type Fault } from '../../packages/service/src/commands/prove/faults.js'
import { promptWith } from '../../packages/service/src/commands/prove/faulty-fake.js'
import { seededRandom } from '../../packages/service/test/support/seeded-random.js'
import {
  allEnded,
  expectHonest,
  kill,
  pictures,
  placesOf,
  retrySetAside,
  services,
  submit,
  submitTask,
  until,
  untilOneIsMade,
  world,
} from './support/mapped-world.js'
import { servePicture } from './support/serve-picture.js'
import { tellProgress } from './support/progress.js'

/** 8 in the ordinary run, 1,000 in the long one, or as many as MODEL_TASKS_KILLS says. */
const kills = Number(process.env['MODEL_TASKS_KILLS'] ?? (process.env['MODEL_TASKS_LONG'] === '1' ? 1000 : 8))
test('every protocol is in front of one of the services', () => {
  expect(services.flatMap(([, those]) => those).toSorted()).toEqual([...protocols].toSorted())
})

test.each(services)(
  'each fault at each protocol ends its task as it should, and is paid for once or not at all: %s',
  async (_name, those) => {
    const all = await world(placesOf(those))
    // All are asked at once: at twice the speed, a request on a busy machine would be given up after six seconds.
    const { child, baseUrl } = await all.start({ SPEED: '5' })
    const expected = new Map<string, { protocol: Protocol; fault: Fault; end: object }>()
    const number = (protocol: Protocol): number => protocols.indexOf(protocol)
    // One fault after the other: three unknown answers in a row would pause an upstream, as they should.
    for (const [round, fault] of faults.entries())
      await Promise.all(
        those.map(async (protocol) => {
          if (all.fakes.get(protocol)?.faults.includes(fault) !== true) return
          const id = await submit(baseUrl, protocol, promptWith(fault, number(protocol)))
          const { status, error } = endOf[fault]
          const end = { status, error: error === undefined ? null : expect.stringMatching(error) }
          expected.set(id ?? '', { protocol, fault, end })
          await submit(baseUrl, protocol, promptWith('none', 100 + 10 * round + number(protocol)))
        }),
      )
    const tasks = await allEnded(baseUrl, all.honest)
    await kill(child)
    const byId = new Map(tasks.map((task) => [task.id, task]))
    const ends = [...expected].map(([id, { protocol, fault }]) => [protocol, fault, byId.get(id)] as const)
    process.stdout.write(`${faultTable(those, ends, all)}\n`)
    for (const [id, { protocol, fault, end }] of expected)
      expect(byId.get(id), `${protocol}: ${fault}`).toMatchObject(end)
    await expectHonest(all, tasks)
    for (const [protocol, { met, faults: own }] of all.fakes) expect([...met].sort(), protocol).toEqual([...own].sort())
  },
)

/** Per protocol and fault how often the task was bought, how it ended and whether it was charged; `-` where the fault cannot happen. */
function faultTable(
  those: readonly Protocol[],
  ends: readonly (readonly [Protocol, Fault, { status: string; amount: number } | undefined])[],
  { fakes }: Awaited<ReturnType<typeof world>>,
): string {
  const cell = (protocol: Protocol, fault: Fault): string => {
    const [, , task] = ends.find(([one, other]) => one === protocol && other === fault) ?? []
    if (task === undefined) return '-'
    const prompt = promptWith(fault, protocols.indexOf(protocol))
    const bought = fakes.get(protocol)?.fake.tasks.filter(({ parameters }) => parameters['prompt'] === prompt).length
    return `${bought ?? 0} x ${task.status === 'completed' ? 'done' : task.status}, ${task.amount > 0 ? 'paid' : 'free'}`
  }
  const rows = those.map((protocol) => [protocol, ...faults.map((fault) => cell(protocol, fault))])
  return tableLines([['protocol', ...faults], ...rows]).join('\n')
}

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

test.each(services)(
  `no task is submitted twice and none is left over in ${kills} kills: %s`,
  async (_name, those) => {
    const all = await world(placesOf(those))
    const random = seededRandom(12)
    const acknowledged = new Set<string>()
    let number = 0
    for (let round = 0; round < kills; round += 1) {
      const { child, baseUrl } = await all.start()
      const submitting = those.map(async (protocol) => {
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
    const tasks = await untilOneIsMade(baseUrl, those[0] ?? 'ark', all.honest, () => (number += 1))
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
    const all = await world(placesOf([protocol]))
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
  const model = 'zeta-H3-768p'
  const all = await world([{ protocol: 'replicate', model }])
  const first = await all.start({ KILL_AT: 'uploading' })
  const died = once(first.child, 'exit')
  const picture = 'data:image/png;base64,AAEC'
  await submitTask(first.baseUrl, { model, prompt: promptWith('none', 1), reference_images: [picture] })
  expect((await died)[1]).toBe('SIGKILL')
  const { child, baseUrl } = await all.start()
  const tasks = await allEnded(baseUrl, all.honest)
  expect(tasks).toMatchObject([{ model, status: 'completed', error: null }])
  await kill(child)
  await expectHonest(all, tasks)
  const fake = all.fakes.get('replicate')?.fake
  expect([fake?.uploads, fake?.tasks.length]).toEqual([[picture], 1])
})
