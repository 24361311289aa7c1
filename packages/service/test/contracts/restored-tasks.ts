import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { FaultServer, FaultServerOptions } from '@model-tasks/client/testing'
import { expect, test } from 'vitest'
import { runCommand } from '../../src/commands/administration/run.js'
import { temporaryFolder } from '../support/folder.js'
import { ManualClock } from '../support/manual-clock.js'
import { ended, relay, upstream, upstreamOf, type Relay } from '../support/relay.js'
import type { Settings } from '../../src/settings/settings.js'
import { video } from '../support/service.js'
import { testReceiver } from '../support/webhook-receiver.js'

/** How many tasks wait in a backup. */
export const count = 8

/** Where a service keeps its data: the database in the folder, or on a server. */
export interface Place {
  folder: string
  databaseUrl: string | undefined
}

/** Makes an empty place. */
export type NewPlace = () => Promise<Place>

/** Copies the database of a place with tools that are not ours, while no service runs; what it answers puts the copy back. */
export type CopyDatabase = (place: Place) => Promise<() => Promise<void>>

/** Runs a command there; answers the lines that it prints. */
export async function run({ folder, databaseUrl }: Place, ...words: string[]): Promise<string[]> {
  const lines: string[] = []
  await runCommand(words, { dataDirectory: folder, databaseUrl }, (line) => lines.push(line))
  return lines
}

const behind = ({ baseUrl, apiKey }: FaultServer) => upstreamOf({ name: 'alpha', baseUrl, apiKey })

/** Lets the time of a service go on. */
export async function pass({ clock, meanwhile }: Relay, milliseconds: number): Promise<void> {
  const until = clock.elapsed() + milliseconds
  while (clock.elapsed() < until) await meanwhile(new Promise((resolve) => setTimeout(resolve, 2)))
}

/** Lets the time of a service go on while it starts. */
export async function passWhile<T>(clock: ManualClock, awaited: Promise<T>): Promise<T> {
  let waiting = true
  const done = (): void => {
    waiting = false
  }
  awaited.then(done, done)
  while (waiting) {
    clock.advance(1000)
    await new Promise((resolve) => setImmediate(resolve))
  }
  return awaited
}

/** A service whose upstream takes nothing yet, with tasks that wait; and a backup of it from then. The last: of one that ran there before, or its clock. */
export async function backedUp(
  place: Place,
  options: FaultServerOptions = {},
  { clock = new ManualClock(), key }: Partial<Pick<Relay, 'clock' | 'key'>> = {},
) {
  const alpha = await upstream(options)
  // Nothing listens there: it is proved that nothing was sent.
  const unreachable = upstreamOf({ name: 'alpha', baseUrl: 'http://127.0.0.1:9', apiKey: alpha.apiKey })
  const { folder, databaseUrl } = place
  const again = { clock, folder, ...(key !== undefined && { key }) }
  const waiting = await relay(unreachable, again, { databaseUrl })
  const ids: string[] = []
  for (let index = 0; index < count; index += 1) ids.push((await waiting.call('POST', '/tasks', video)).body.id)
  // Until what was tried waits again.
  while ((await run(place, 'queue', 'show', ids[0]!))[0]?.includes('submission none') !== true)
    await pass(waiting, 1000)
  await pass(waiting, 3000)
  const target = join(temporaryFolder(), 'backup')
  await waiting.close()
  await run(place, 'backup', target)
  return { alpha, ids, target, place, before: waiting }
}

export type BackedUp = Awaited<ReturnType<typeof backedUp>>

/** The next start of that service, on a place. */
export const startOn = (
  { folder, databaseUrl }: Place,
  { alpha, before }: BackedUp,
  settings: Partial<Settings> = {},
): Promise<Relay> => relay(behind(alpha), { ...before, folder }, { ...settings, databaseUrl })

/** What a service declares of Idempotency-Keys. */
async function keysOf({ url, meanwhile }: Relay): Promise<{ keptSince?: string }> {
  const response = await meanwhile(fetch(`${url}/api/v2/model-center/capabilities`))
  return ((await response.json()) as { idempotency: { keptSince?: string } }).idempotency
}

/** What the backup does not know: the upstream has taken all tasks since. `stored`: whether the files are there that they completed with. */
async function boughtSince(place: Place, options?: FaultServerOptions, earlier?: Relay, stored = false) {
  const made = await backedUp(place, options, earlier)
  const service = await startOn(place, made)
  for (const id of made.ids) await service.when(id, ({ status }) => status === 'completed')
  await service.close()
  expect(made.alpha.count('submit')).toBe(count)
  if (!stored) rmSync(join(place.folder, 'files', 'results'), { recursive: true })
  return made
}

/** What becomes of the tasks of a backup that is restored, on every store. */
export function restoredTasksContract(newPlace: NewPlace, copyDatabase: CopyDatabase): void {
  test('an earlier state of the database that is put back by hand is noticed at the next start, and nothing is bought again', async () => {
    const made = await backedUp(await newPlace())
    const { place, alpha, ids } = made
    const putBack = await copyDatabase(place)
    const bought = await startOn(place, made)
    for (const id of ids) await bought.when(id, ended)
    await bought.close()
    // Where the files are there, they complete the tasks; here they are lost too.
    rmSync(join(place.folder, 'files', 'results'), { recursive: true })
    await putBack()
    const service = await passWhile(made.before.clock, startOn(place, made))
    const noticed = ({ errors }: Relay) => errors.filter((line) => line.includes('was ahead of this one'))
    expect(noticed(service)).toHaveLength(1)
    await pass(service, 120_000)
    expect(alpha.count('submit')).toBe(count)
    expect(await run(place, 'restored', 'list')).toHaveLength(count)
    await service.close()
    const next = await startOn(place, made)
    expect(noticed(next), 'noticed once').toEqual([])
  })

  test('a backup that is restored buys nothing again: what upstreams were asked for since is set aside', async () => {
    const made = await boughtSince(await newPlace())
    const place = await newPlace()
    const lines = await run(place, 'restore', made.target, made.before.folder)
    expect(lines).toEqual([
      `${count} tasks, the database verified`,
      '0 tasks that no upstream was asked for since',
      expect.stringMatching(
        new RegExp(`^${count} tasks set aside, since an upstream may have been asked: see "restored list"`),
      ),
    ])
    const service = await startOn(place, made)
    await pass(service, 120_000)
    expect(made.alpha.count('submit'), 'nothing is bought again').toBe(count)
    expect((await service.call('GET', `/tasks/${made.ids[0]}`)).body.status).toBe('processing')
    expect(await run(place, 'restored', 'list')).toHaveLength(count)
  })

  test('what the record clears is submitted after a restore, and only that', async () => {
    const made = await backedUp(await newPlace())
    const place = await newPlace()
    expect(await run(place, 'restore', made.target, made.before.folder)).toEqual([
      `${count} tasks, the database verified`,
      `${count} tasks that no upstream was asked for since`,
      expect.stringMatching(/^0 tasks set aside/),
    ])
    const service = await startOn(place, made)
    for (const id of made.ids) expect((await service.when(id, ended)).status).toBe('completed')
    expect(made.alpha.count('submit')).toBe(count)
    expect((await keysOf(service)).keptSince, 'the record is whole: no key is lost that counts').toBeUndefined()
  })

  test('a restore brings the results that were stored since, and completes their tasks once more without asking anyone', async () => {
    const made = await boughtSince(await newPlace(), {}, undefined, true)
    const [lost = '', ...others] = made.ids
    rmSync(join(made.place.folder, 'files', 'results', `${lost}.mp4`))
    const place = await newPlace()
    const lines = await run(place, 'restore', made.target, made.before.folder)
    expect(lines.slice(3)).toEqual([
      `${count - 1} results copied from ${made.before.folder}`,
      `${count - 1} tasks of these completed with the files that are stored of them`,
    ])
    expect(await run(place, 'restored', 'list')).toEqual([expect.stringContaining(lost)])
    const service = await startOn(place, made)
    for (const id of others) {
      const { body } = await service.call('GET', `/tasks/${id}`)
      expect(body).toMatchObject({ status: 'completed', amount: 5 })
      const file = await service.meanwhile(fetch(String(body.result_url)))
      expect(made.alpha.result.equals(Buffer.from(await file.arrayBuffer()))).toBe(true)
    }
    expect(made.alpha.count('submit'), 'nothing is bought again').toBe(count)
  })

  test('a restore uses no result of a copy that was started as a trial', async () => {
    const early = await backedUp(await newPlace())
    const trial = await newPlace()
    await run(trial, 'restore', early.target)
    await run(trial, 'restored', 'release', 'all')
    const service = await startOn(trial, early)
    for (const id of early.ids) await service.when(id, ended)
    await service.close()
    expect(readdirSync(join(trial.folder, 'files', 'results'))).toHaveLength(count)
    const place = await newPlace()
    const lines = await run(place, 'restore', early.target, trial.folder)
    expect(lines[1]).toMatch(/^the record that is there is that of a copy of this service/)
    expect(lines.at(-1)).toMatch(new RegExp(`^${count} tasks set aside`))
    expect(await run(place, 'restored', 'list')).toHaveLength(count)
  })

  test('the record of another service is rejected: it clears nothing, and brings back none of its tasks', async () => {
    const made = await boughtSince(await newPlace())
    const other = await boughtSince(await newPlace())
    const place = await newPlace()
    await expect(run(place, 'restore', made.target, other.before.folder)).rejects.toThrow(
      `${other.before.folder} holds the record of another service, which is inconclusive about the tasks of this database; name the data folder that this service used before, or none`,
    )
    expect((await run(place, 'restore', made.target))[3], 'the rejected one has left nothing behind').toMatch(
      new RegExp(`^${count} tasks set aside`),
    )
    await expect(run(place, 'restored', 'hold', other.before.folder)).rejects.toThrow('the record of another service')
  })

  test('the record of a copy that was started as a trial clears nothing of what the service has asked since', async () => {
    const place = await newPlace()
    const early = await backedUp(place)
    const trial = await newPlace()
    await run(trial, 'restore', early.target)
    await (await startOn(trial, early)).close()
    const later = await startOn(place, early)
    for (const id of early.ids) await later.when(id, ended)
    await later.close()
    const made = await boughtSince(place, {}, early.before)
    const lines = await run(await newPlace(), 'restore', made.target, trial.folder)
    expect(lines.slice(1)).toEqual([
      'the record that is there is that of a copy of this service, such as a trial; name the data folder of the service itself behind the backup, if it is still there',
      '0 tasks that no upstream was asked for since',
      expect.stringMatching(new RegExp(`^${count} tasks set aside`)),
    ])
  })

  test('a record by which a database was brought back clears nothing of it a second time, whichever record is named', async () => {
    const early = await backedUp(await newPlace())
    const [first, second, third] = [await newPlace(), await newPlace(), await newPlace()]
    await run(first, 'restore', early.target, early.before.folder)
    const service = await startOn(first, early)
    for (const id of early.ids) await service.when(id, ended)
    await service.close()
    const lines = await run(second, 'restore', early.target, early.before.folder)
    expect(lines.slice(1)).toEqual([
      expect.stringMatching(/^the record was named before, at \S+, for what was restored elsewhere/),
      '0 tasks that no upstream was asked for since',
      expect.stringMatching(new RegExp(`^${count} tasks set aside`)),
    ])
    expect((await run(third, 'restore', early.target, first.folder))[3]).toMatch(`${count} tasks set aside`)
    for (const place of [second, third]) {
      const again = await startOn(place, early)
      expect((await keysOf(again)).keptSince, 'keys of what was submitted there are lost').toBeDefined()
      await pass(again, 120_000)
      await again.close()
    }
    expect(early.alpha.count('submit'), 'each is bought once').toBe(count)
  })

  test('without the record nothing proves that no upstream was asked: everything that waits is set aside', async () => {
    const made = await boughtSince(await newPlace())
    const place = await newPlace()
    const lines = await run(place, 'restore', made.target)
    expect(lines[1]).toMatch(/^there is no record of what upstreams were asked; name the data folder of before/)
    expect(lines[3]).toMatch(new RegExp(`^${count} tasks set aside`))
    const service = await startOn(place, made)
    await pass(service, 120_000)
    expect(made.alpha.count('submit')).toBe(count)
    const since = Date.parse((await keysOf(service)).keptSince ?? '')
    expect(Math.abs(since - Date.now()), 'a client does not send again what may be forgotten').toBeLessThan(300_000)
  })

  test('an operator adopts, releases and fails what is set aside, one by one or all', async () => {
    const made = await boughtSince(await newPlace())
    const place = await newPlace()
    await run(place, 'restore', made.target, made.before.folder)
    const [adopted = '', released = '', failed = '', charged = ''] = made.ids
    await expect(run(place, 'restored', 'adopt', 'task_none')).rejects.toThrow(
      'task_none is not set aside after a restore',
    )
    await expect(run(place, 'restored', 'adopt', 'all', 'x')).rejects.toThrow('a reference is that of one task')
    const query = made.alpha.requests.find(({ route, path }) => route === 'query' && !path.endsWith('task_probe'))
    const reference = query?.path.split('/').at(-1) ?? ''
    await expect(run(place, 'restored', 'adopt', adopted, '')).rejects.toThrow('the reference is empty')
    expect(await run(place, 'restored', 'adopt', adopted, reference)).toEqual([`${adopted}  adopted`])
    await expect(run(place, 'restored', 'adopt', released, reference)).rejects.toThrow(
      `${reference} is what alpha made for ${adopted}; a result belongs to one task`,
    )
    expect(await run(place, 'restored', 'release', released)).toEqual([`${released}  waiting`])
    expect(await run(place, 'restored', 'fail', failed)).toEqual([`${failed}  failed`])
    expect(await run(place, 'restored', 'fail', charged, 'charge')).toEqual([`${charged}  failed and charged`])
    expect(await run(place, 'restored', 'fail', 'all')).toEqual([`${count - 4} tasks failed`])
    expect(await run(place, 'restored', 'list')).toEqual(['no task is set aside after a restore'])
    const service = await startOn(place, made)
    expect((await service.when(adopted, ended)).status).toBe('completed')
    expect((await service.when(released, ended)).status).toBe('completed')
    expect((await service.when(failed, ended)).amount).toBe(0)
    expect((await service.when(charged, ended)).amount).toBe(5)
    expect(made.alpha.count('submit'), 'only what was released').toBe(count + 1)
  })

  test('"release all" submits all that is set aside, each once', async () => {
    const made = await boughtSince(await newPlace())
    const place = await newPlace()
    await run(place, 'restore', made.target, made.before.folder)
    expect(await run(place, 'restored', 'release', 'all')).toEqual([`${count} tasks waiting`])
    expect(await run(place, 'restored', 'list')).toEqual(['no task is set aside after a restore'])
    const service = await startOn(place, made)
    for (const id of made.ids) expect((await service.when(id, ended)).status).toBe('completed')
    expect(made.alpha.count('submit'), 'bought a second time, as the operator has said').toBe(2 * count)
  })

  test('"adopt all" follows what an upstream has that keeps keys, and buys nothing', async () => {
    const made = await boughtSince(await newPlace(), { extensions: ['idempotency'] })
    const place = await newPlace()
    await run(place, 'restore', made.target, made.before.folder)
    expect(await run(place, 'restored', 'adopt', 'all')).toEqual([`${count} tasks adopted`])
    const service = await startOn(place, made)
    for (const id of made.ids) expect(await service.when(id, ended)).toMatchObject({ status: 'completed' })
    expect(made.alpha.tasks.size, 'nothing is bought again').toBe(count)
  })

  test('a task that the database has lost comes back from the record: its ID, its credits, its key, and nothing bought', async () => {
    const made = await backedUp(await newPlace(), {}, { clock: new ManualClock(Date.now()) })
    const since = await startOn(made.place, made)
    const submit = async (service: Relay, prompt: string, key: string): Promise<{ id: string; status: string }> => {
      const response = await service.meanwhile(
        fetch(`${service.url}/api/v2/model-center/tasks`, {
          method: 'POST',
          headers: { authorization: `Bearer ${since.key}`, 'content-type': 'application/json', 'idempotency-key': key },
          body: JSON.stringify({ ...video, prompt }),
        }),
      )
      return (await response.json()) as { id: string; status: string }
    }
    const lost = [await submit(since, 'one', 'order-1'), await submit(since, 'two', 'order-2')]
    for (const { id } of lost) expect((await since.when(id, ended)).status).toBe('completed')
    for (const id of made.ids) expect((await since.when(id, ended)).status).toBe('completed')
    await since.close()
    rmSync(join(made.place.folder, 'files', 'results'), { recursive: true })
    const bought = made.alpha.tasks.size
    const prompts = made.alpha.requests
      .filter(({ route }) => route === 'submit')
      .map(({ body }) => (JSON.parse(body) as { prompt: string }).prompt)
    const reference = [...made.alpha.tasks.keys()][prompts.indexOf('one')] ?? ''
    const place = await newPlace()
    const lines = await run(place, 'restore', made.target, made.before.folder)
    expect(lines[2]).toMatch(new RegExp(`^${count + 2} tasks set aside`))
    expect(lines.slice(3)).toEqual([
      '2 tasks of these that the database had lost, brought back from the record with their IDs, credits and idempotency keys',
    ])
    expect(
      (await run(place, 'restored', 'hold', made.before.folder)).slice(1),
      'a second time it finds nothing more',
    ).toEqual(['0 tasks that no upstream was asked for since', expect.stringMatching(`^${count + 2} tasks set aside`)])
    const service = await startOn(place, made)
    expect(await submit(service, 'one', 'order-1'), 'the caller sends it again').toMatchObject({
      id: lost[0]?.id,
      status: 'processing',
    })
    expect(await submit(service, 'other', 'order-1')).toMatchObject({ status: 409 })
    await pass(service, 60_000)
    expect(await run(place, 'restored', 'adopt', lost[0]?.id ?? '', reference)).toEqual([`${lost[0]?.id}  adopted`])
    expect(await service.when(lost[0]?.id ?? '', ended)).toMatchObject({ status: 'completed', amount: 5 })
    expect(made.alpha.tasks.size, 'nothing is bought again').toBe(bought)
  })

  test('a task is not asked for again as somebody else than the record names, against the database', async () => {
    const made = await boughtSince(await newPlace(), { extensions: ['idempotency'], keys: { ours: 'a', theirs: 'b' } })
    const place = await newPlace()
    await run(place, 'restore', made.target, made.before.folder)
    expect(await run(place, 'restored', 'adopt', 'all')).toEqual([`${count} tasks adopted`])
    const { baseUrl } = made.alpha
    const alpha: FaultServer = Object.assign(Object.create(made.alpha), { baseUrl, apiKey: 'theirs' })
    const service = await startOn(place, { ...made, alpha }, { unknownOutcomeDeadline: 2000 })
    for (const id of made.ids)
      expect((await service.when(id, ended)).error).toContain('since the key of the upstream has changed')
    expect(made.alpha.tasks.size, 'nothing is bought by another account').toBe(count)
  })

  test('what an operator fails beside the running service is answered, told and dated by the service', async () => {
    const made = await boughtSince(await newPlace())
    const place = await newPlace()
    await run(place, 'restore', made.target, made.before.folder)
    const receiver = await testReceiver()
    const service = await startOn(place, made, { webhooks: [receiver.webhook] })
    const [id = ''] = made.ids
    const { clock } = service
    expect((await service.call('GET', `/tasks/${id}`)).body.status).toBe('processing')
    // The clock of the machine: that of the service stands still, and PostgreSQL has its own.
    const now = place.databaseUrl === undefined ? clock.now() : Date.now()
    const settings = { dataDirectory: place.folder, databaseUrl: place.databaseUrl, webhooks: [receiver.webhook] }
    await runCommand(
      ['restored', 'fail', id, 'charge'],
      settings,
      () => undefined,
      () => now,
    )
    clock.advance(1000)
    expect((await service.call('GET', `/tasks/${id}`)).body).toMatchObject({ status: 'failed', amount: 5 })
    const { body } = await service.meanwhile(receiver.arrival(0))
    expect(body).toMatchObject({ type: 'task.failed', data: { id, amount: 5 } })
    expect(body.timestamp).toBe(new Date(now).toISOString())
  })
}
