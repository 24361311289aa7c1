/** What is checked of a request before the files that it carries are stored, and of an asset whose file cannot be removed. */
import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { AssetUploads } from '../src/admit/asset-uploads.js'
import type { Caller } from '../src/admit/callers.js'
import { checkBudgets } from '../src/admit/over-budget.js'
import { Problem } from '../src/admit/problem.js'
import { checkQuota } from '../src/admit/quota.js'
import type { LogDetails } from '../src/base/log.js'
import type { BudgetState } from '../src/domain/money/budget.js'
import type { ApiKey } from '../src/keep/store/key-store.js'
import { openSqliteStores } from '../src/keep/store/sqlite/open.js'
import { ManualClock } from './support/manual-clock.js'
import { temporaryFolder } from './support/folder.js'

const clock = new ManualClock()
const credits = (count: number): number => count * 1_000_000

/** The kind of the problem that a check rejects with; undefined where it passes. */
const problemOf = (check: Promise<void>) =>
  check.then(
    () => undefined,
    (error: unknown) => (error instanceof Problem ? error.kind : error),
  )

test.each<[string, Partial<BudgetState>, number, string | undefined]>([
  ['has just enough left', {}, 4, undefined],
  ['has too little left', {}, 5, 'budget-exceeded'],
  ['is used up, for a request that costs nothing', { used: credits(10) }, 0, undefined],
  ['only warns', { hard: false }, 5, undefined],
  ['is that of the key', { subject: 'key_1' }, 5, 'budget-exceeded'],
  ['is that of another key of the account', { subject: 'key_2' }, 5, undefined],
])(
  'files are not stored for a request that costs more than a budget permits: one that %s',
  async (_what, part, cost, kind) => {
    const budget = {
      subject: 'poor',
      period: 'day',
      credits: credits(10),
      used: credits(6),
      hard: true,
      start: 0,
      ...part,
    }
    const budgets = {
      budgets: async (_at: number, account?: string) => (account === 'poor' ? [budget as BudgetState] : []),
    }
    const caller = { account: { id: 'poor' }, key: { id: 'key_1' } } as Caller
    expect(await problemOf(checkBudgets(caller, credits(cost), { budgets, clock }))).toBe(kind)
  },
)

test.each<[ApiKey['quota'], number, string | undefined]>([
  [{}, 99, undefined],
  [{ tasks: 3 }, 99, undefined],
  [{ tasks: 2 }, 0, 'quota-exceeded'],
  [{ credits: credits(10) }, 4, undefined],
  [{ credits: credits(10) }, 5, 'quota-exceeded'],
  [{ tasks: 3, credits: credits(10) }, 4, undefined],
  [{ tasks: 2, credits: credits(10) }, 4, 'quota-exceeded'],
  [{ tasks: 3, credits: credits(10) }, 5, 'quota-exceeded'],
])(
  'files are not stored for a request beyond what its key may submit per day: of %j, for %i',
  async (quota, cost, kind) => {
    const today = Math.floor(clock.now() / 86_400_000)
    const quotaUsed = async (id: string, day: number) =>
      id === 'key_1' && day === today ? { tasks: 2, credits: credits(6) } : { tasks: 0, credits: 0 }
    const key = { id: 'key_1', quota } as ApiKey
    expect(await problemOf(checkQuota(key, credits(cost), { keys: { quotaUsed }, clock }))).toBe(kind)
  },
)

test('an asset whose file cannot be removed is gone, and the file is left to the next sweep', async () => {
  const { assets, close } = await openSqliteStores(`${temporaryFolder()}/tasks.db`)
  const warnings: [string, LogDetails?][] = []
  const outage = new Error('the bucket is gone')
  const files = {
    putStream: async (_key: string, stream: Readable) => ({ bytes: (await stream.toArray()).join('').length }),
    remove: () => Promise.reject(outage),
  }
  const log = { warn: (...warning: [string, LogDetails?]) => void warnings.push(warning) }
  const parts = { assets, files, limits: { count: 9, bytes: 99 }, clock, log }
  const uploads = new AssetUploads(parts as unknown as ConstructorParameters<typeof AssetUploads>[0])
  const open = () => Readable.from([Buffer.from('12345')])
  const { id, file } = await uploads.store('poor', { contentType: 'image/png', declared: 0, open, requestId: 'first' })
  expect(await uploads.remove('rich', id, 'second'), 'of another account').toBe(false)
  expect(await uploads.remove('poor', id, 'second')).toBe(true)
  expect(await assets.findAsset('poor', id)).toBeUndefined()
  expect(warnings).toEqual([
    [
      'a file that no asset owns could not be removed; it will be tried again',
      { requestId: 'second', file, error: outage },
    ],
  ])
  expect(await assets.claimLooseFiles(clock.now() + 1, 9)).toEqual([file])
  await close()
})
