import { verifyWebhook } from '@model-tasks/client/webhooks'
import { expect, test } from 'vitest'
import { runCommand } from '../src/commands/administration/run.js'
import { alertTypes } from '../src/domain/webhooks.js'
import { image, testService } from './support/service.js'
import { StubProvider } from './support/stub-provider.js'
import { testReceiver } from './support/webhook-receiver.js'

const adminKey = 'an-admin-key-of-32-characters-00'
const headers = { authorization: `Bearer ${adminKey}`, 'content-type': 'application/json' }

async function withAccount(settings: Parameters<typeof testService>[0] = {}, fastPath = true) {
  const tested = await testService({ adminKey, ...settings }, { provider: new StubProvider(), fastPath })
  const { service, folder } = tested
  const admin = (method: string, path: string, body?: unknown): Promise<Response> =>
    fetch(new URL(`/admin${path}`, service.url), {
      ...{ method, headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
  const json = async (method: string, path: string, body?: unknown) =>
    (await (await admin(method, path, body)).json()) as Record<string, unknown>
  const account = String((await json('POST', '/accounts', { name: 'Studio', credits: 100 }))['id'])
  const made = await json('POST', `/accounts/${account}/keys`, { name: 'ci' })
  const [keyId, key] = [String(made['id']), String(made['key'])]
  const submit = () => tested.submit(image, { authorization: `Bearer ${key}` })
  const run = async (...words: string[]): Promise<string[]> => {
    const lines: string[] = []
    await runCommand(words, { dataDirectory: folder, databaseUrl: undefined }, (line) => lines.push(line))
    return lines
  }
  return { ...tested, admin, json, account, keyId, key, submit, run }
}

test.each([true, false])(
  'a submit over a hard budget is rejected with what, where, allowed and next (fast path: %j)',
  async (fastPath) => {
    const { json, account, submit, run } = await withAccount({}, fastPath)
    const set = await json('PUT', `/budgets/${account}/day`, { credits: 1.5 })
    expect(set).toMatchObject({ object: 'budget', account, period: 'day', credits: 1.5, used: 0, hard: true, warn: 80 })
    const first = await submit()
    expect(first.status).toBe(200)
    const second = await submit()
    expect([second.status, second.body.type]).toEqual([402, 'urn:model-tasks:problem:budget-exceeded'])
    const [begins, ends] = [String(set['begins']), String(set['ends'])]
    expect(second.body.detail).toBe(
      `the task needs 1 credit, and this account may spend 1.5 credits in the day ${begins.slice(0, 10)} (UTC), with 1 used so far; send a cheaper request, ask the operator to raise the budget, or submit again from ${ends} on`,
    )
    expect(await run('budget', 'list', account)).toEqual([
      `${account}  day ${begins.slice(0, 10)}  1 of 1.5  hard  told at 80 %`,
    ])
  },
)

test('a budget is set and removed at the terminal, over HTTP and in the console, for accounts and keys', async () => {
  const { admin, json, account, keyId, run, submit, service } = await withAccount()
  expect(await run('budget', 'set', keyId, 'month', '0.5', 'hard', 'off')).toEqual(['set'])
  expect((await submit()).body.detail).toContain(`and the key ${keyId} may spend 0.5 credits in the month `)
  const listed = await json('GET', `/budgets?account=${account}`)
  expect(listed['data']).toEqual([
    expect.objectContaining({ account, key: keyId, period: 'month', credits: 0.5, used: 0, hard: true }),
  ])
  expect((await admin('DELETE', `/budgets/${keyId}/month`)).status).toBe(204)
  expect((await admin('DELETE', `/budgets/${keyId}/month`)).status).toBe(404)
  expect((await submit()).status).toBe(200)
  for (const [path, body, status] of [
    [`/budgets/${account}/week`, { credits: 1 }, 400],
    [`/budgets/${account}/day`, { credits: -1 }, 400],
    [`/budgets/${account}/day`, { credits: 1, warn: 100 }, 400],
    [`/budgets/${account}/day`, { credits: 1, hard: 'no' }, 400],
    [`/budgets/unknown/day`, { credits: 1 }, 404],
    [`/accounts/${account}/low-balance`, { credits: 0 }, 400],
    ['/accounts/local/low-balance', { credits: 1 }, 400],
  ] as const)
    expect([(await admin('PUT', path, body)).status, path], JSON.stringify(body)).toEqual([status, path])
  await expect(run('budget', 'set', 'unknown', 'day', '1')).rejects.toThrow(
    'there is no account and no key with the ID',
  )
  await expect(run('budget', 'set', account, 'week', '1')).rejects.toThrow('"week" is not a period; use day or month')
  await expect(run('account', 'alert', 'local', '1')).rejects.toThrow('are not counted; set a budget')
  const origin = new URL(service.url).origin
  const form = (path: string, fields: Record<string, string>, cookie = ''): Promise<Response> =>
    fetch(new URL(`/console${path}`, service.url), {
      ...{ method: 'POST', redirect: 'manual', body: new URLSearchParams(fields) },
      headers: { origin, cookie },
    })
  const cookie = (await form('/sign-in', { key: adminKey })).headers.get('set-cookie')?.split(';')[0]
  const page = async (): Promise<string> =>
    (
      await fetch(new URL(`/console/accounts?account=${account}`, service.url), { headers: { cookie: cookie ?? '' } })
    ).text()
  const fields = { subject: account, account, period: 'day', credits: '20', mode: 'warn', warn: '' }
  expect((await form('/budgets', fields, cookie)).status).toBe(303)
  expect(await page()).toMatch(/<td class="number">20<\/td>\s*<td class="number">1<\/td>/)
  expect((await form(`/accounts/${account}/low-balance`, { credits: '7' }, cookie)).status).toBe(303)
  expect(await json('GET', '/accounts')).toMatchObject({
    data: expect.arrayContaining([expect.objectContaining({ id: account, low_balance: 7 })]) as unknown,
  })
  expect((await form('/budgets/remove', { subject: account, account, period: 'day' }, cookie)).status).toBe(303)
  expect(await page()).toContain('There is no budget.')
  expect((await json('GET', '/record'))['data']).toEqual(
    expect.arrayContaining([expect.objectContaining({ action: 'Set budget', subject: account })]),
  )
})

test('budget.reached and balance.low are told once each, signed, to those who ask for them', async () => {
  const [told, others] = [await testReceiver({ name: 'ops', events: alertTypes }), await testReceiver()]
  const { json, account, run, submit } = await withAccount({ webhooks: [told.webhook, others.webhook] })
  await json('PUT', `/budgets/${account}/month`, { credits: 2, hard: false, warn: 50 })
  expect(await run('account', 'alert', account, '99')).toEqual(['told below 99'])
  await submit()
  expect((await told.arrival(0)).body).toMatchObject({
    type: 'budget.reached',
    data: { object: 'budget', account, period: 'month', percent: 50, credits: 2, used: 1, hard: false },
  })
  await submit()
  await submit()
  const later = [await told.arrival(1), await told.arrival(2)].map(({ body }) => body)
  expect(later).toContainEqual({
    type: 'balance.low',
    timestamp: expect.any(String) as string,
    data: { id: expect.stringMatching(/^alert_/) as string, object: 'balance', account, threshold: 99, credits: 98 },
  })
  expect(later.map(({ data }) => data['percent'])).toContain(100)
  expect(new Set(told.arrivals.map(({ id: event }) => event)).size).toBe(3)
  for (const { headers: signed, text, id, body } of told.arrivals) {
    const event = await verifyWebhook({ headers: signed, body: text, secret: told.secret })
    expect(event).toEqual({ ...body, id })
    if (event.type === 'budget.reached') expect(event.data.used).toBeGreaterThanOrEqual(1)
    else if (event.type === 'balance.low') expect(event.data.threshold).toBe(99)
  }
  expect((await others.arrival(0)).body.type).toBe('task.completed')
  expect(others.arrivals.every(({ body }) => body.type.startsWith('task.'))).toBe(true)
  expect(told.arrivals).toHaveLength(3)
})

test('what was spent today is in the metrics, by account', async () => {
  const metricsKey = 'a-key-for-the-metrics-of-32-chars'
  const { service, account, submit, call, key } = await withAccount({ metricsKey })
  const { id } = (await submit()).body
  const own = { headers: { authorization: `Bearer ${key}` } }
  await expect.poll(async () => (await call('GET', `/tasks/${id}`, own)).body.status).toBe('completed')
  const scraped = await fetch(new URL('/metrics', service.url), { headers: { authorization: `Bearer ${metricsKey}` } })
  expect(await scraped.text()).toContain(`model_tasks_spent_today_credits{account="${account}"} 1`)
})
