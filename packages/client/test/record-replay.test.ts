import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { ModelTasks } from '../src/index.js'
import { faults, recordExchanges, replayExchanges, startFaultServer } from '../src/testing/index.js'

const prompt = 'A very private paper boat'

async function story(client: ModelTasks): Promise<string[]> {
  const seen: string[] = []
  const handle = await client.submit('sd_2.0_discount', { prompt })
  for await (const { status } of handle) seen.push(status)
  seen.push(String((await (await handle.open()).arrayBuffer()).byteLength))
  seen.push((await client.query('unknown').catch(({ name }: Error) => name)) as string)
  return seen
}

it('a recorded story plays again without a network, and the recording holds no secret', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'model-tasks-replay-'))
  const path = join(folder, 'story.json')
  const server = await startFaultServer()
  try {
    const recorder = recordExchanges()
    server.next('query', faults.status(503))
    const live = await story(
      new ModelTasks({ baseUrl: server.baseUrl, apiKey: server.apiKey, pollInterval: 1, fetch: recorder.fetch }),
    )
    await recorder.save(path)
    await server.close()

    const offline = new ModelTasks({
      baseUrl: server.baseUrl,
      apiKey: 'another',
      pollInterval: 1,
      fetch: await replayExchanges(path),
    })
    expect(await story(offline)).toEqual(live)
    const text = await readFile(path, 'utf8')
    for (const secret of [server.apiKey, prompt, 'signature=secret']) expect(text).not.toContain(secret)

    const other = await offline
      .submit('sd_2.0_discount', { prompt: 'Another boat' }, { retries: 0 })
      .catch((error: unknown) => error)
    expect(other).toMatchObject({ name: 'ApiError', status: 501 })
    expect((other as Error).message).toContain('not recorded: POST')
  } finally {
    await rm(folder, { recursive: true })
  }
})
