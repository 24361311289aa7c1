import { expect, test } from 'vitest'
import { commands } from '../src/commands/administration/commands.js'
import { testService } from './support/service.js'

const adminKey = 'admin-key-of-24-characters'

/** A service with an account of ten credits, and how a grant over HTTP is asked for. */
async function withAccount() {
  const { service } = await testService({ adminKey })
  const ask = (path: string, body: object): Promise<Response> =>
    fetch(new URL(`/admin${path}`, service.baseUrl), {
      method: 'POST',
      headers: { authorization: `Bearer ${adminKey}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  const { id } = (await (await ask('/accounts', { name: 'Guest', credits: 10 })).json()) as { id: string }
  return { id, grant: (body: object) => ask(`/accounts/${id}/credits`, body) }
}

test('credits without a reference are not granted over HTTP: a repeat would grant them again', async () => {
  const { grant } = await withAccount()
  const refused = await grant({ credits: 5 })
  expect([refused.status, ((await refused.json()) as { detail: string }).detail]).toEqual([
    400,
    'reference is missing: give each grant a name of its own, such as an invoice number; repeated under it, it is granted once',
  ])
})

test('a grant that is repeated under its reference is granted once and says so; with other credits it is rejected', async () => {
  const { grant } = await withAccount()
  const body = { credits: 5, reference: 'invoice 7'.padEnd(200, '_') }
  const answers = await Promise.all([grant(body), grant(body), grant(body)])
  const granted = (await Promise.all(answers.map((answer) => answer.json()))) as {
    credits: number
    repeated: boolean
  }[]
  expect(granted.map(({ credits }) => credits)).toEqual([15, 15, 15])
  expect(granted.filter(({ repeated }) => !repeated)).toHaveLength(1)
  const other = await grant({ credits: 6, reference: body.reference })
  expect([other.status, ((await other.json()) as { detail: string }).detail]).toEqual([
    400,
    `the reference ${body.reference} was used before, for 5 credits; use another one`,
  ])
})

test.each(['invoice 7 ', ' invoice 7', 'invoice 7\u00a0', ' ', 'i'.repeat(201)])(
  'the reference %j is rejected, or it would grant once more what invoice 7 has granted',
  async (reference) => {
    const { grant } = await withAccount()
    expect((await grant({ credits: 5, reference: 'invoice 7' })).status).toBe(200)
    const other = await grant({ credits: 5, reference })
    expect([other.status, ((await other.json()) as { detail: string }).detail]).toEqual([
      400,
      'reference must be 1 to 200 characters without line breaks, and without a space at either end',
    ])
  },
)

test('the terminal asks for a reference as well', () => {
  expect(commands.find(({ name }) => name === 'account credit')?.usage).toBe('<account> <credits> <reference>')
})
