/** How the terminal waits at a service that declares it. */
import { startFaultServer, type Fault } from '@model-tasks/client/testing'
import { expect, onTestFinished, test } from 'vitest'
import { openDesk } from './support/cli.js'

test('a run asks once per status that it has not seen, and each query waits at the service', async () => {
  const server = await startFaultServer({
    extensions: ['wait'],
    declares: { wait: { maximumSeconds: 30 } },
    script: [{ status: 'processing' }, { status: 'completed' }],
  })
  onTestFinished(() => server.close())
  const desk = await openDesk(server)
  onTestFinished(() => desk.close())
  let release: () => void = () => undefined
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  const held: Fault = async ({ accept, answer }) => {
    const task = await accept()
    await released
    answer(200, {}, task ?? {})
  }
  server.next('query', held)
  const run = desk.run(['run', 'beta-5.0', 'prompt=A paper boat', '--out', 'boat.mp4'])
  await server.received('query', 1)
  release()
  expect(await run).toMatchObject({ code: 0 })
  const queries = server.requests.filter(({ route }) => route === 'query')
  expect(queries.map(({ headers }) => headers['prefer'])).toEqual([
    expect.stringMatching(/^wait=\d+; seen=queued$/),
    expect.stringMatching(/^wait=\d+; seen=processing$/),
  ])
  expect(server.count('capabilities')).toBeLessThanOrEqual(2)
})
