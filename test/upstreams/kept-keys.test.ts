import { expect, test } from 'vitest'
import { asked } from '../../packages/service/test/support/asked.js'
import { mappedProvider } from '../../packages/service/src/run/provider/mapped/provider.js'
import { madeUp } from './made-up.js'

test.each<[what: string, members: object, kept: object | false, sent: string | null]>([
  [
    'keeps keys for ten minutes',
    { idempotency: { header: 'X-Once', keptSeconds: 600, source: 'sdk' } },
    { time: 600_000, since: undefined, heard: true },
    'task_1',
  ],
  ['keeps none', {}, false, null],
])('a protocol that %s says so in its file', async (_what, members, kept, sent) => {
  const { diagnostics, mapping } = await madeUp('once', members)
  expect(diagnostics).toEqual([])
  const headers: Headers[] = []
  const provider = mappedProvider(
    mapping,
    { name: 'up', baseUrl: 'https://up.example', apiKey: 'key', modelIds: {} },
    {
      fetch: async (_url, init) => {
        headers.push(new Headers(init?.headers))
        return Response.json({ job: { key: 'one' } })
      },
    },
  )
  expect(await provider.keptKeys()).toEqual(kept)
  const task = asked({ id: 'task_1', model: 'sd_2.0_discount', kind: 'video', parameters: { prompt: 'A boat' } })
  expect(await provider.submit(task)).toMatchObject({ answer: 'accepted' })
  expect(headers.map((one) => one.get('x-once'))).toEqual([sent])
})
