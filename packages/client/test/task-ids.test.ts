import { expect, it } from 'vitest'
import { ModelTasks } from '../src/index.js'

it.each(['.', '..', '\ud800', 'a\udc00b', ''])('the key goes to no other path for the ID %j', async (id) => {
  const asked: string[] = []
  const client = new ModelTasks({
    ...{ baseUrl: 'http://127.0.0.1:9/api', apiKey: 'k', logger: {} },
    fetch: (url) => (asked.push(`${url as string}`), Promise.resolve(Response.json({}))),
  })
  await expect(client.query(id)).rejects.toMatchObject({ code: 'invalid-option' })
  await expect(client.cancel(id)).rejects.toMatchObject({ code: 'invalid-option' })
  await expect(client.asset(id)).rejects.toMatchObject({ code: 'invalid-option' })
  expect(asked).toEqual([])
})

it('any other ID is one part of the path', async () => {
  const asked: string[] = []
  const client = new ModelTasks({
    ...{ baseUrl: 'http://127.0.0.1:9/api', apiKey: 'k', logger: {} },
    fetch: (url) => (asked.push(`${url as string}`), Promise.resolve(Response.json({ id: 'x', status: 'queued' }))),
  })
  for (const id of ['...', 'a/../b', '%2e', '😀']) await client.query(id).catch(() => undefined)
  expect(asked.map((url) => url.split('/tasks/')[1])).toEqual(['...', 'a%2F..%2Fb', '%252e', '%F0%9F%98%80'])
})
