/** A batch of the library that is run again: what it submitted before is never submitted a second time. */
import { appendFile, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { BatchLedger, LedgerEntry } from '../src/batch/index.js'
import {
  ModelTasks,
  type Batch,
  type BatchRequest,
  type ClientOptions,
  type RunAllOptions,
  type TaskHandle,
} from '../src/index.js'
import { fileJournal, fileLedger, thisProcess } from '../src/journal/index.js'
import { faults, startFaultServer, type FaultServer } from '../src/testing/index.js'

const boat = (prompt: string): BatchRequest => ({ model: 'sd_2.0_discount', input: { prompt } })
const requests = [boat('one'), boat('two'), boat('one'), boat('three')]
const keys = { 'key-a': 'account-a', 'key-b': 'account-b' }
let server: FaultServer
let folder: string
let path: string
async function start(options: Parameters<typeof startFaultServer>[0] = {}): Promise<void> {
  await server?.close()
  server = await startFaultServer({
    ...{ extensions: ['idempotency'], keys, declares: { account: true }, script: [{ status: 'completed' }] },
    ...options,
  })
}
beforeEach(async () => {
  await start()
  folder = await mkdtemp(join(tmpdir(), 'model-tasks-ledger-'))
  path = join(folder, 'boats.ledger.jsonl')
})
afterEach(async () => {
  await server.close()
  await rm(folder, { recursive: true })
})

function runAll(all: readonly BatchRequest[], options: RunAllOptions = {}, client: ClientOptions = {}): Promise<Batch> {
  const { baseUrl } = server
  const calls = { pollInterval: 10, retries: 0, logger: {} }
  return new ModelTasks({ baseUrl, apiKey: 'key-a', ...calls, ...client }).runAll(all, {
    ledger: fileLedger(path),
    ...options,
  })
}
const statuses = ({ results }: Batch): string[] => results.map(({ status }) => status)

/** A ledger whose process is killed at its entry of this number: before it is on the disk, or after. */
function killedAt(number: number, when: 'before' | 'after', killed: () => void): BatchLedger {
  let count = 0
  const dead = (): Promise<never> => {
    killed()
    return new Promise(() => undefined)
  }
  return {
    async open() {
      const ledger = await fileLedger(path).open()
      const append = async (entry: LedgerEntry): Promise<void> => {
        if (++count > number || (count === number && when === 'before')) return dead()
        await ledger.append(entry)
        if (count === number) return dead()
      }
      return { ...ledger, append }
    },
  }
}

describe('a batch with a ledger', () => {
  it('buys nothing again, and answers every request', async () => {
    expect(statuses(await runAll(requests))).toEqual(['completed', 'completed', 'completed', 'completed'])
    const completed: string[] = []
    const again = await runAll([boat('four'), ...[...requests].reverse()], {
      onCompleted: ({ id }) => completed.push(id),
    })
    expect(statuses(again)).toHaveLength(5)
    expect(new Set(statuses(again))).toEqual(new Set(['completed']))
    expect([...completed].sort()).toEqual([...server.tasks.keys()].sort())
    expect([server.tasks.size, server.count('submit')]).toEqual([5, 5])
  })

  it.each(['before', 'after'] as const)(
    'that is killed %s any of its entries is on the disk buys nothing twice',
    async (when) => {
      let kills = 0
      for (let number = 1; ; number++) {
        await start()
        await rm(path, { force: true })
        let dead = false
        const end = new Promise<void>((resolve) => {
          const ledger = killedAt(number, when, () => resolve((dead = true) as never))
          void runAll(requests, { ledger, concurrency: 1 }).then(() => resolve())
        })
        await end
        if (!dead) break
        kills++
        await rm(`${path}.locks`, { recursive: true })
        expect(statuses(await runAll(requests)), `${when} ${number}`).toEqual(requests.map(() => 'completed'))
        expect(server.tasks.size, `${when} ${number}`).toBe(requests.length)
      }
      // An intent, an ID and an end for each.
      expect(kills).toBe(requests.length * 3)
    },
  )

  it('that lost answers finds the tasks under their keys', async () => {
    server.next('submit', faults.resetAfterAccept, faults.resetAfterAccept)
    expect(statuses(await runAll(requests, { concurrency: 1 }))).toEqual(['failed', 'failed', 'completed', 'completed'])
    expect(statuses(await runAll(requests))).toEqual(requests.map(() => 'completed'))
    expect(server.tasks.size).toBe(requests.length)
  })

  it('sends nothing again where the service keeps no keys', async () => {
    await start({ extensions: [] })
    server.next('submit', faults.resetAfterAccept)
    await runAll(requests, { concurrency: 1 })
    const { results, failures } = await runAll(requests)
    expect(results[0]).toMatchObject({ status: 'failed', error: { name: 'SubmitUnknownError', taskMayExist: true } })
    expect(failures).toHaveLength(1)
    expect(server.count('submit')).toBe(requests.length)
  })

  it('does not buy a task again that has failed', async () => {
    await start({ script: [{ status: 'failed', error: 'no' }] })
    await runAll([boat('one')])
    const { failures } = await runAll([boat('one')])
    expect(failures).toMatchObject([{ error: { name: 'TaskFailedError' } }])
    expect(server.count('submit')).toBe(1)
  })

  describe('submits again with retry', () => {
    const bought = async (options: RunAllOptions = {}) => {
      const before = server.tasks.size
      const batch = await runAll([boat('one'), boat('two')], { concurrency: 1, ...options })
      return { bought: server.tasks.size - before, statuses: statuses(batch) }
    }
    const completed = ['completed', 'completed']

    it('what has failed, and that alone', async () => {
      await start({ script: [{ status: 'failed', error: 'no' }] })
      await runAll([boat('one')])
      await runAll([boat('two')])
      expect(await bought({ retry: 'not-found' })).toEqual({ bought: 0, statuses: ['failed', 'failed'] })
      expect(await bought({ retry: 'failed' })).toEqual({ bought: 2, statuses: ['failed', 'failed'] })
    })

    it('what may have been accepted and cannot be found', async () => {
      await start({ extensions: [] })
      server.next('submit', faults.resetAfterAccept)
      await bought()
      expect(await bought({ retry: 'failed' })).toEqual({ bought: 0, statuses: ['failed', 'completed'] })
      expect(await bought({ retry: 'unknown' })).toEqual({ bought: 1, statuses: completed })
      expect(await bought({ retry: 'unknown' })).toEqual({ bought: 0, statuses: completed })
    })

    it('what the service does not know', async () => {
      await bought()
      const gone = [faults.status(404, { title: 'No such task' }), faults.status(404, { title: 'No such task' })]
      server.next('query', ...gone)
      expect(await bought()).toEqual({ bought: 0, statuses: ['failed', 'failed'] })
      server.next('query', ...gone.slice(1))
      expect(await bought({ retry: 'not-found' })).toEqual({ bought: 1, statuses: completed })
    })

    it('what has expired before it was downloaded', async () => {
      await bought()
      let first = true
      const onCompleted = async (handle: TaskHandle): Promise<void> => {
        if (first) server.next('result', faults.status(403), faults.status(403), faults.status(403))
        first = false
        await handle.download(join(folder, `${handle.id}.mp4`))
      }
      expect(await bought({ retry: 'expired', onCompleted })).toEqual({ bought: 1, statuses: completed })
    })

    it('what its budget still covers', async () => {
      await start({ script: [{ status: 'failed', error: 'no', amount: 3 }] })
      await bought()
      expect((await bought({ retry: 'failed', budget: 6 })).bought).toBe(0)
      expect((await bought({ retry: 'failed', budget: 60 })).bought).toBe(2)
    })

    it('where the option and the ledger are there', async () => {
      await expect(runAll(requests, { retry: 'all' as never })).rejects.toThrow(
        'retry is "all"; it can be failed, unknown, not-found, expired',
      )
      await expect(runAll(requests, { retry: 'failed', ledger: undefined })).rejects.toThrow('retry needs a ledger')
      expect(server.count('submit')).toBe(0)
    })
  })

  it('counts what earlier runs have spent', async () => {
    await runAll(requests.slice(0, 2))
    const { results } = await runAll(requests, { budget: 10 })
    expect(results.map(({ status }) => status)).toEqual(['completed', 'completed', 'skipped', 'skipped'])
    expect(server.count('submit')).toBe(2)
  })

  it('is not continued for another account', async () => {
    await runAll([boat('one')])
    await expect(runAll(requests, {}, { apiKey: 'key-b' })).rejects.toMatchObject({ code: 'other-account' })
    expect(server.count('submit')).toBe(1)
  })

  it('is not run by two processes, nor where a line of its ledger cannot be read', async () => {
    const opened = await fileLedger(path).open()
    await expect(runAll(requests)).rejects.toMatchObject({
      code: 'ledger-locked',
      message: expect.stringContaining(`process ${process.pid} on ${thisProcess().split(/[ /]/)[0]}`) as string,
    })
    await opened.close()
    await appendFile(path, 'damaged\n')
    await runAll([]).catch(() => undefined)
    await expect(runAll(requests)).rejects.toMatchObject({ code: 'ledger-damaged' })
    expect(server.count('submit')).toBe(0)
    // It lets go of the lock.
    await writeFile(path, '')
    expect(statuses(await runAll(requests))).toEqual(requests.map(() => 'completed'))
  })

  it('buys what it has twice twice, and nothing that another one buys at the same moment', async () => {
    await start({ script: [] })
    const journal = fileJournal(join(folder, 'journal.jsonl'))
    const abort = new AbortController()
    const batches = ['a', 'b'].map((name) =>
      runAll([boat('one'), boat('one')], {
        ...{ ledger: fileLedger(join(folder, name)), journal, signal: abort.signal },
        onProgress: ({ failed }) => failed === 2 && abort.abort(),
      }),
    )
    const results = (await Promise.all(batches)).flatMap((batch) => batch.results)
    const refused = results.filter((each) => each.status === 'failed' && each.error.code === 'identical-request')
    expect(refused).toHaveLength(4 - server.tasks.size)
    expect(refused.length).toBeGreaterThan(0)
    expect(server.tasks.size).toBeLessThanOrEqual(2)
  })

  it('without a ledger buys what it has twice twice too, and resumeAll leaves it out meanwhile', async () => {
    const journal = fileJournal(join(folder, 'journal.jsonl'))
    const { baseUrl } = server
    const client = new ModelTasks({ baseUrl, apiKey: 'key-a', pollInterval: 10, logger: {}, journal })
    const during: unknown[] = []
    const batch = await client.runAll([boat('one'), boat('one')], {
      onSubmitted: async () => during.push(await client.resumeAll(journal)),
    })
    expect(statuses(batch)).toEqual(['completed', 'completed'])
    const nothing = { handles: [], unresolved: [], elsewhere: [] }
    expect(during).toEqual([nothing, nothing])
  })
})
