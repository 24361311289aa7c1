import { once } from 'node:events'
import { readFile, readdir } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { expect, test as plainTest } from 'vitest'
import { servedDesk } from './support/served-desk.js'
import { runAtTerminal, startAtTerminal, terminalTest as test, type Session } from './support/terminal.js'

const { desk } = await servedDesk()

const count = async (): Promise<string> => (await desk.run(['list', '--remote', '--json', '--jq', 'length'])).out
const env = { NO_COLOR: '1' }

/** Picks beta-5.0 by a filter and writes a prompt; returns when asked whether to run it. */
async function answer(session: Session, prompt: string): Promise<void> {
  await session.until(/model: /)
  session.type('beta-5')
  await session.until(/> beta-5\.0[\s\S]*model: beta-5/)
  session.type('\r')
  await session.until(/prompt {2}string; at least 1 character[\s\S]*prompt: /)
  session.type(`${prompt}\r`)
  await session.until(/run it\? \(y or n\)/)
}

test('a bare run asks for a model and what it requires, shows the cost and the command, and runs it', async () => {
  const session = startAtTerminal(desk, ['run', '--out', 'boat.png'], { columns: 60, env })
  await session.until(/arrows to move, Enter to choose/)
  session.type('no such model')
  await session.until(/ 0 of \d+:|\n0 of \d+:|\x1b\[0J0 of \d+:/)
  session.type('\x15beta-5\x1b[B\x1b[A\r')
  await session.until(/prompt: /)
  session.type('\r')
  await session.until(/error {3}prompt: is required; add a non-empty string/)
  session.type('A papr\x7fer boat, 纸船\r')
  await session.until(/run it\?/)
  expect(session.screen).toMatch(/\d+ credits? {3}beta-5\.0, by /)
  expect(session.screen.replaceAll('\r\n', '\n')).toContain(
    "command  model-tasks run --out boat.png beta-5.0 'prompt=A paper boat, 纸船'\n",
  )
  session.type('y\r')
  expect(await session.ended).toBe(0)
  expect((await readFile(join(desk.folder, 'boat.png'))).length).toBeGreaterThan(10)
  expect(session.screen).not.toMatch(/\x1b\[\d+m/)
})

test.for(['-', '@story.txt', "it's"])('a prompt %j is sent as it was typed', async (prompt) => {
  const session = startAtTerminal(desk, ['run', '--again'], { env })
  await answer(session, prompt)
  session.type('y\r')
  expect(await session.ended).toBe(0)
  const journal = (await readdir(join(desk.folder, 'state'), { recursive: true })).find((name) =>
    name.endsWith('.jsonl'),
  )!
  expect(await readFile(join(desk.folder, 'state', journal), 'utf8')).toContain(
    JSON.stringify(JSON.stringify({ prompt }).slice(1)).slice(1, -1),
  )
})

test('no, Ctrl-C and Ctrl-D at every question submit nothing and leave nothing on the screen', async () => {
  const before = await count()
  const asked: [RegExp, string][] = [
    [/model: /, '\x03'],
    [/model: /, '\x04'],
    [/run it\?/, '\x03'],
    [/run it\?/, 'maybe\rn\r'],
  ]
  for (const [question, keys] of asked) {
    const session = await runAtTerminal(desk, ['run'])
    if (question.source.startsWith('run')) await answer(session, 'not bought')
    await session.until(question)
    session.type(keys)
    expect(await session.ended).toBe(15)
    expect(session.screen).toContain(
      keys.length > 1 ? 'not run; no task was accepted' : 'interrupted; no task was accepted',
    )
    expect(session.screen).toMatch(/\r\x1b\[0J(?:\x1b\[\?2004l)?error|\r\x1b\[0J\x1b\[\?2004l/)
  }
  expect(await count()).toBe(before)
})

test('a pasted prompt keeps its lines together, and what was typed before the cost confirms nothing', async () => {
  const before = await count()
  const pasted = await runAtTerminal(desk, ['run'])
  await answer(pasted, '\x1b[200~A paper boat\ry\ry\x1b[201~')
  pasted.type('n\r')
  expect(await pasted.ended).toBe(15)
  expect(pasted.screen).toContain("beta-5.0 'prompt=A paper boat y y'")
  const early = await runAtTerminal(desk, ['run'])
  await answer(early, 'A paper boat\ry\rA second line, and no answer')
  early.type('n\r')
  expect(await early.ended).toBe(15)
  expect(early.screen).toContain("beta-5.0 'prompt=A paper boat'")
  expect(await count()).toBe(before)
})

test('what was typed while the service was asked for its price confirms nothing', async () => {
  const slow = createServer()
  await once(slow.listen(0, '127.0.0.1'), 'listening')
  const baseUrl = `http://127.0.0.1:${(slow.address() as AddressInfo).port}/api`
  const posts: string[] = []
  slow.on('request', ({ method = '', url = '' }) => method === 'POST' && posts.push(url))
  const session = await runAtTerminal(desk, ['run'], {
    ...env,
    MODEL_TASKS_BASE_URL: baseUrl,
    MODEL_TASKS_API_KEY: 'mt_key',
  })
  const asked = once(slow, 'request')
  await session.until(/model: /)
  session.type('beta-5\rA paper boat\r')
  await asked
  for (const keys of ['y\r', 'x\ry\r', 'y']) {
    session.type(keys)
    await delay(200)
  }
  slow.on('request', ({ socket }) => socket.destroy())
  slow.closeAllConnections()
  await session.until(/run it\? \(y or n\) $/)
  await delay(500)
  session.type('n\r')
  expect(await session.ended).toBe(15)
  expect(session.screen).toContain('not run; no task was accepted')
  expect(posts.filter((url) => url.endsWith('/tasks'))).toEqual([])
  slow.close()
})

test('asks for a list an item at a time, and again where an answer is wrong', async () => {
  const session = startAtTerminal(desk, ['run', '--dry-run'], { env })
  await session.until(/model: /)
  session.type('delta3.0-prime\r')
  await session.until(/prompt: /)
  session.type('A paper boat\r')
  await session.until(/reference_images: /)
  session.type('./absent.png\r\r')
  await session.until(/error {3}cannot read \.\/absent\.png: [\s\S]*reference_images: /)
  session.type('https://example.com/a.png\rhttps://example.com/b.png\r\r')
  await session.until(/duration: /)
  session.type('-\r')
  await session.until(/error {3}duration: [\s\S]*duration: /)
  session.type('5\r')
  await session.until(/resolution: /)
  session.type('720P\r')
  expect(await session.ended).toBe(0)
  expect(session.screen).not.toContain('run it?')
  expect(session.screen).toContain(
    "command  model-tasks run --dry-run delta3.0-prime-r2v 'prompt=A paper boat' reference_images=https://example.com/a.png reference_images=https://example.com/b.png duration=5 resolution=720P\r\n",
  )
})

test('a service that does not answer leaves Ctrl-C its meaning, and says why it gave no price', async () => {
  const silent = createServer()
  await once(silent.listen(0, '127.0.0.1'), 'listening')
  const baseUrl = `http://127.0.0.1:${(silent.address() as AddressInfo).port}/api`
  const session = startAtTerminal(desk, ['run'], {
    env: { ...env, MODEL_TASKS_BASE_URL: baseUrl, MODEL_TASKS_API_KEY: 'mt_key' },
  })
  const asked = once(silent, 'request')
  await session.until(/model: /)
  session.type('beta-5\rA paper boat\r')
  await asked
  session.type('\x03')
  expect(await session.ended).toBe(15)
  expect(session.screen).toContain('interrupted; no task was accepted')
  expect(session.screen).not.toContain('run it?')
  silent.closeAllConnections()
  silent.close()

  const down = startAtTerminal(desk, ['run'], {
    env: { ...env, MODEL_TASKS_BASE_URL: baseUrl, MODEL_TASKS_API_KEY: 'mt_key' },
  })
  await answer(down, 'A paper boat')
  expect(down.screen).toContain(`${baseUrl} did not say its own price: `)
  down.type('y\r')
  expect(await down.ended).toBe(9)
})

test('at 60 columns no line of the questions is wider', async () => {
  const session = startAtTerminal(desk, ['run'], { columns: 60, env })
  await session.until(/model: /)
  session.type('\x03')
  await session.ended
  for (const line of session.screen.replace(/\x1b\[\d*[A-Za-z]/g, '').split(/[\r\n]+/))
    expect(line.length).toBeLessThan(60)
})

plainTest('elsewhere a bare run is a usage error', async () => {
  expect(await desk.spawn(['run'])).toMatchObject({
    code: 2,
    out: '',
    err: expect.stringContaining('no model is named'),
  })
})
