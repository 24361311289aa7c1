/** What an operator decides about one task: alike over HTTP, in the console and at the terminal. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { runCommand } from '../src/commands/administration/run.js'
import { openSqliteStores } from '../src/keep/store/sqlite/open.js'
import type { Stores } from '../src/keep/store/stores.js'
import { newTask } from './contracts/open-stores.js'
import { claimer, type Claimer } from './support/claims.js'
import { temporaryFolder } from './support/folder.js'
import { testService } from './support/service.js'
import { StubUpstream } from './support/stub-upstream.js'

const adminKey = 'admin-key-of-24-characters'

/** A service whose upstream is held, so that tasks stay as `prepare` has made them, and an operator of it. */
async function operated(prepare: (stores: Stores, process: Claimer) => Promise<void>) {
  const dataDirectory = temporaryFolder()
  const within = async <T>(use: (stores: Stores) => Promise<T>): Promise<T> => {
    const stores = await openSqliteStores(join(dataDirectory, 'tasks.db'), undefined, () => Date.now())
    try {
      return await use(stores)
    } finally {
      await stores.close()
    }
  }
  await within(async (stores) => {
    await stores.accounts.addAccount({ id: 'poor', name: 'Poor', unlimited: false, credits: 100, created: 1 })
    await stores.operator.hold({ queue: 'default', since: 1, who: 'Ada', reason: '' })
    const process = await claimer(stores.queue)
    await prepare(stores, process)
    await stores.queue.leave(process.owner)
  })
  const { service } = await testService({ adminKey, dataDirectory }, { provider: new StubUpstream('default') })
  const post = async (path: string, headers: Record<string, string>, body: string) => {
    const answer = await fetch(`${service.url}${path}`, { method: 'POST', headers, body, redirect: 'manual' })
    return { status: answer.status, headers: answer.headers, text: await answer.text() }
  }
  const signIn = await post('/console/sign-in', {}, String(new URLSearchParams({ key: adminKey, name: 'Ada' })))
  const cookie = signIn.headers.get('set-cookie')?.split(';')[0] ?? ''
  const json = { authorization: `Bearer ${adminKey}`, 'content-type': 'application/json' }
  return {
    http: (task: string, decision: string, body: object = {}) =>
      post(`/admin/tasks/${task}/${decision}`, json, JSON.stringify(body)),
    console: (task: string, decision: string, given = '') =>
      post(`/console/tasks/${task}/decide/${decision}`, { cookie }, String(new URLSearchParams({ given }))),
    page: async (task: string, decision: string) => {
      const answer = await fetch(`${service.url}/console/tasks/${task}/decide/${decision}`, { headers: { cookie } })
      return { status: answer.status, text: await answer.text() }
    },
    terminal: async (...words: string[]): Promise<string[]> => {
      const lines: string[] = []
      await runCommand(words, { dataDirectory, databaseUrl: undefined }, (line) => lines.push(line))
      return lines
    },
    /** Stores a result file of a task, as a process does that is killed before it notes the end. */
    store(id: string): void {
      mkdirSync(join(dataDirectory, 'files', 'results'), { recursive: true })
      writeFileSync(join(dataDirectory, 'files', 'results', `${id}.mp4`), 'a film')
    },
    listed: (id: string) => post(`/admin/dead-letters/${id}/retry`, json, '{}'),
    task: (id: string) => within(({ tasks }) => tasks.read(id)),
    actions: () => within(async ({ operator }) => (await operator.actions(9)).map(({ action }) => action)),
  }
}

const waiting = () => newTask({ account: 'poor', kind: 'video', model: 'sd_2.0_fast_discount', created: Date.now() })

test('an upstream ID of another task is adopted in no place, also where that task is of another model', async () => {
  const [theirs, ours] = [newTask({ account: 'poor', kind: 'video', model: 'sd_2.0_discount' }), waiting()]
  const { http, console, terminal, task } = await operated(async ({ tasks, runs }, { claim, held }) => {
    await tasks.submit({ task: theirs })
    await claim()
    await runs.noteSent(held(theirs.id))
    await runs.noteAccepted(theirs.id, 'default', 'video:slow-1:cgt%2F1')
    const result = { file: 'results/x.mp4', contentType: 'video/mp4', bytes: 1 }
    await runs.finish(held(theirs.id), { status: 'completed', result })
    await tasks.submit({ task: ours })
  })
  const words = `video:slow-1:cgt%2F1 is what default made for ${theirs.id}; a result belongs to one task`
  for (const given of ['video:fast-1:cgt%2F1', 'cgt/1', ' cgt/1\n', 'video:fast-1:cgt%2F1:%2Fquery']) {
    const answers = [await http(ours.id, 'adopt', { reference: given }), await console(ours.id, 'adopt', given)]
    for (const { status, text } of answers) expect([status, text], given).toEqual([400, expect.stringContaining(words)])
    await expect(terminal('queue', 'adopt', ours.id, given), given).rejects.toThrow(words)
  }
  expect((await task(ours.id))?.submission).toEqual({ state: 'none' })
  expect((await http(ours.id, 'adopt', { reference: 'video:fast-1:cgt%2F2' })).status).toBe(204)
  expect((await task(ours.id))?.submission).toMatchObject({ state: 'accepted', reference: 'video:fast-1:cgt%2F2' })
})

test('the console charges no task that its upstream has proved not to have, though its page was opened before', async () => {
  const ours = waiting()
  const { http, console, page, task, actions } = await operated(
    async ({ tasks }) => void (await tasks.submit({ task: ours })),
  )
  const words = 'this cannot be done with the task as it is now: charge'
  for (const { status, text } of [
    await page(ours.id, 'charge'),
    await console(ours.id, 'charge'),
    await http(ours.id, 'charge'),
  ])
    expect([status, text]).toEqual([400, expect.stringContaining(words)])
  expect((await task(ours.id))?.status).toBe('queued')
  expect(await actions()).toEqual([])
  expect((await page(ours.id, 'release')).text).toContain('are given back')
  expect((await console(ours.id, 'release')).status).toBe(303)
  expect(await task(ours.id)).toMatchObject({ status: 'failed', amount: 0 })
  expect(await actions()).toEqual(['Fail and give credits back'])
  expect((await console(ours.id, 'release')).status, 'it has ended').toBe(400)
})

test('a task that is put back completes with the files that are stored of it, wherever it is put back from', async () => {
  const all = Array.from({ length: 5 }, waiting)
  const [asked, http, console, listed, without] = all.map(({ id }) => id)
  const service = await operated(async ({ tasks, runs }, { claim, held }) => {
    for (const task of all) await tasks.submit({ task })
    await claim()
    for (const { id } of all) {
      await runs.noteSent(held(id))
      await runs.fail(held(id), { reason: 'disk full', delay: 0, limit: 1 })
    }
  })
  for (const { id } of all) if (id !== without) service.store(id)
  expect((await service.page(console!, 'retry')).text).toContain('Where its files are stored already, it completes')
  expect((await service.http(http!, 'retry')).status).toBe(204)
  expect((await service.console(console!, 'retry')).status).toBe(303)
  expect((await service.listed(listed!)).status).toBe(204)
  expect(await service.terminal('queue', 'retry', asked!)).toEqual([
    `${asked}  completed with the files that are stored of it`,
  ])
  for (const id of [asked, http, console, listed])
    expect(await service.task(id!)).toMatchObject({ status: 'completed', amount: 3, result: { bytes: 6 } })
  expect(await service.terminal('queue', 'retry', without!)).toEqual(['waiting'])
  for (const id of [asked, without, '../x', ''])
    await expect(service.terminal('queue', 'retry', id!)).rejects.toThrow('is not set aside')
})

test('a reference is adopted as it is given, however long it is', async () => {
  const [first, second] = [waiting(), waiting()]
  const { http, console, task } = await operated(async ({ tasks }) => {
    for (const one of [first, second]) await tasks.submit({ task: one })
  })
  const reference = (id: string): string => `video:flux-x:${id}:${encodeURIComponent('https://example.com/'.repeat(9))}`
  expect((await http(first.id, 'adopt', { reference: ` ${reference('a  b')}\n` })).status).toBe(204)
  expect((await console(second.id, 'adopt', ` ${reference('c')} `)).status).toBe(303)
  expect((await task(first.id))?.submission.reference).toBe(reference('a  b'))
  expect((await task(second.id))?.submission.reference).toBe(reference('c'))
  expect((await http(second.id, 'adopt', { reference: ' \n ' })).text).toContain('send {')
})
