import { expect, test } from 'vitest'
import { runCommand } from '../src/commands/administration/run.js'
import { usageCsv, usageRange } from '../src/edge/operator/usage.js'
import { SettingsError } from '../src/settings/settings-error.js'
import { upstreamsOf } from '../src/settings/upstream-settings.js'
import { upstreamCost } from '../src/domain/money/upstream-cost.js'
import { image, testService, video } from './support/service.js'

const adminKey = 'an-admin-key-of-32-characters-00'

test('usage counts tasks and credits by day, account, key, model and upstream, the same at the terminal and over HTTP', async () => {
  const { service, provider, submit, ended, folder } = await testService({ adminKey })
  await ended((await submit(image)).body.id)
  const { amount } = await ended((await submit(video)).body.id)
  provider.instant = false
  const { id } = (await submit(video)).body
  ;(await provider.job(2)).fail('out of boats')
  await ended(id)
  const headers = { authorization: `Bearer ${adminKey}` }
  const answer = (query: string): Promise<Response> =>
    fetch(`${new URL('/admin/usage', service.url)}${query}`, { headers })
  const { data } = (await (await answer('')).json()) as { data: Record<string, unknown>[] }
  const today = String(data[0]?.['day'])
  expect(today).toMatch(/^\d{4}-\d{2}-\d{2}$/)
  expect(data).toEqual([
    expect.objectContaining({ model: 'beta-5.0', completed: 1, failed: 0 }),
    expect.objectContaining({ model: 'sd_2.0_discount', completed: 1, failed: 1, credits: amount }),
  ])
  expect(data[0]?.['key']).toMatch(/^key_/)
  const lines: string[] = []
  await runCommand(['usage', 'json'], { dataDirectory: folder, databaseUrl: undefined }, (line) => lines.push(line))
  expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual(data)
  const [upstream] = upstreamsOf(
    [{ name: String(data[0]?.['upstream']), url: 'https://up.example/api', key: 'k', costs: { 'beta-5.0': 0.25 } }],
    { variable: () => undefined, file: () => '' },
    (problem) => new SettingsError(problem),
  )
  const priced: string[] = []
  const settings = { dataDirectory: folder, databaseUrl: undefined, upstreams: [upstream!] }
  await runCommand(['usage', 'csv'], settings, (line) => priced.push(line))
  expect(priced[1]).toMatch(/,beta-5\.0,[^,]+,1,0,1,,0\.25,0\.75$/)
  expect(priced[2]).toMatch(/,sd_2\.0_discount,[^,]+,1,1,[\d.]+,,,$/)
  const csv = await answer('?format=csv')
  expect(csv.headers.get('content-type')).toBe('text/csv; charset=utf-8')
  expect((await csv.text()).split('\r\n')).toEqual([
    'day,account,name,key,model,upstream,completed,failed,credits,upstream_usage,upstream_cost,margin',
    expect.stringMatching(new RegExp(`^${today},.*,beta-5.0,[^,]+,1,0,`)),
    expect.stringMatching(/,sd_2\.0_discount,[^,]+,1,1,/),
    '',
  ])
  for (const query of ['?since=2026-02-30', '?since=2026-02-01&before=2026-02-01', '?format=xml'])
    expect((await answer(query)).status, query).toBe(400)
  expect(await (await answer('?since=2020-01-01&before=2020-01-02')).json()).toEqual({ object: 'list', data: [] })
})

test('a range is whole days, 30 of them unless told otherwise', () => {
  const now = Date.parse('2026-03-02T23:59:59Z')
  expect(usageRange({}, now)).toEqual({ since: Date.parse('2026-02-01'), before: Date.parse('2026-03-03') })
  expect(usageRange({ since: '2026-01-31' }, now)).toEqual({
    since: Date.parse('2026-01-31'),
    before: Date.parse('2026-03-03'),
  })
  expect(usageRange({ since: '2026-1-1' }, now)).toContain('"2026-1-1" is not a day')
  expect(usageRange({ since: '2020-01-01' }, now)).toContain('400 days')
})

test('a name can neither break a row of CSV nor be a formula', () => {
  const row = {
    ...{ day: '2026-01-01', account: 'a', key: undefined, model: 'm', upstream: 'u', completed: 1, failed: 0 },
    ...{
      upstream_usage: [
        { unit: 'tokens', amount: 1200 },
        { unit: 'seconds', amount: 5 },
      ],
      upstream_cost: 0.25,
      margin: 0.25,
    },
  }
  expect(usageCsv([{ ...row, name: '=1+1, "x"', credits: 0.5 }])).toBe(
    `day,account,name,key,model,upstream,completed,failed,credits,upstream_usage,upstream_cost,margin\r\n2026-01-01,a,"'=1+1, ""x""",,m,u,1,0,0.5,1200 tokens; 5 seconds,0.25,0.25\r\n`,
  )
})

test('what an upstream charges is told by what it counted, else by the task, and not at all where a part is unknown', () => {
  const tokens = [{ unit: 'tokens', amount: 1000 }]
  const unitCosts = new Map([['tokens', 0.4]])
  const costs = new Map([['m', 7000]])
  const of = (completed: number, counted: number, upstreamUsage = tokens) => ({
    model: 'm',
    completed,
    counted,
    upstreamUsage,
  })
  expect(upstreamCost(of(2, 2), { unitCosts })).toBe(400)
  expect(upstreamCost(of(2, 2), { unitCosts, costs })).toBe(400)
  expect(upstreamCost(of(3, 2), { unitCosts })).toBeUndefined()
  expect(upstreamCost(of(3, 2), { unitCosts, costs })).toBe(7400)
  expect(upstreamCost(of(3, 2, [{ unit: 'seconds', amount: 5 }]), { unitCosts, costs })).toBe(21_000)
  expect(upstreamCost(of(0, 0, []), {})).toBe(0)
  expect(upstreamCost(of(0, 0), { unitCosts })).toBe(400)
  expect(upstreamCost(of(1, 0, []), { costs: new Map([['other', 1]]) })).toBeUndefined()
})

test('what an upstream charges for a unit is a number of credits', () => {
  const read = (unitCosts: unknown) =>
    upstreamsOf(
      [{ name: 'a', url: 'https://up.example/api', key: 'k', unitCosts } as never],
      { variable: () => undefined, file: () => '' },
      (problem) => new SettingsError(problem),
    )
  expect(read({ tokens: 0.0000005 })[0]?.unitCosts).toEqual(new Map([['tokens', 0.5]]))
  expect(() => read({ tokens: -1 })).toThrow(
    'upstreams[0].unitCosts: tokens must be a number of credits for one of it, from 0 to 1000000',
  )
  expect(() => read([1])).toThrow(
    'upstreams[0].unitCosts must map what the upstream counts, such as tokens, to credits for one of it',
  )
})
