import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { faults, startFaultServer, type FaultServer } from '@model-tasks/client/testing'
import { startService } from '@model-tasks/service'
import { afterEach, beforeEach, expect } from 'vitest'
import { openDesk, type Desk } from './support/cli.js'
import { quickProvider } from './support/quick-provider.js'
import { startAtTerminal, terminalTest as test } from './support/terminal.js'

let server: FaultServer
let desk: Desk

const quick = faults.status(200, { object: 'capabilities', extensions: [], polling: { minimumSeconds: 0.05 } })

beforeEach(async () => {
  server = await startFaultServer({ script: [{ status: 'processing', progress: 0.5 }] })
  desk = await openDesk(server)
})
afterEach(async () => {
  await server.close()
  await desk.close()
})

const run = ['run', 'sd_2.0_discount', 'prompt=A paper boat', 'duration=5', '--out', 'my clip.mp4']

test('Ctrl-C says how to resume, and what it says works', async () => {
  server.next('capabilities', quick, quick)
  const session = startAtTerminal(desk, run)
  await session.until(/50%/)
  session.type('\x03')
  expect(await session.ended).toBe(130)
  const [, id] = /next\S* +model-tasks get (\S+) --out 'my clip\.mp4'/.exec(session.screen)!
  expect([...server.tasks.keys()]).toEqual([id])
  expect(session.screen).toContain(`interrupted; task ${id} goes on at the service`)

  const { origin } = new URL(server.baseUrl)
  const completed = faults.taskWith({ status: 'completed', result_url: `${origin}/files/x.mp4` })
  // Twice: a query of the process that was interrupted may still arrive.
  server.next('query', completed, completed)
  const again = await desk.run(['get', id!, '--out', 'my clip.mp4'])
  expect(again).toMatchObject({ code: 0, out: 'my clip.mp4\n' })
  expect(server.count('submit')).toBe(1)
})

test('Ctrl-C before anything was sent: 15, no task was accepted', async () => {
  server.next('capabilities', faults.silence)
  const session = startAtTerminal(desk, run)
  await server.received('capabilities', 1)
  session.type('\x03')
  expect(await session.ended).toBe(15)
  expect(server.count('submit')).toBe(0)
  expect(session.screen).not.toContain('model-tasks get')
})

test('Ctrl-C in the middle of the submit: the task may exist', async () => {
  server.next('capabilities', quick)
  server.next('submit', faults.silence)
  const session = startAtTerminal(desk, run)
  await server.received('submit', 1)
  session.type('\x03')
  expect(await session.ended).toBe(8)
  expect(session.screen).toContain('model-tasks resume')
  expect(server.count('submit')).toBe(1)
})

test('the progress line is redrawn in place, in colour, and fits the terminal', async () => {
  server.next('capabilities', quick)
  const session = startAtTerminal(desk, run, { columns: 60 })
  await session.until(/50%/)
  session.type('\x03')
  await session.ended
  expect(session.screen).toContain('\r\x1b[2K████████████░░░░░░░░░░░░  50% \x1b[36mprocessing\x1b[39m')
  for (const line of session.screen.split(/[\r\n]/)) {
    if (line.includes('%')) expect(line.replace(/\x1b\[[\d;]*[mK]|\^C/g, '').length).toBeLessThan(60)
  }
})

test('NO_COLOR takes the colours, and a dumb terminal the line', async () => {
  server.next('capabilities', quick, quick)
  const plain = startAtTerminal(desk, run, { env: { NO_COLOR: '1' } })
  await plain.until(/50% processing/)
  plain.type('\x03')
  await plain.ended
  expect(plain.screen).not.toMatch(/\x1b\[\d+m/)
  const dumb = startAtTerminal(desk, [...run, '--again'], { env: { TERM: 'dumb' } })
  await dumb.until(/task +\S+/)
  await server.received('query', 3)
  dumb.type('\x03')
  await dumb.ended
  expect(dumb.screen).not.toContain('\x1b')
})

test('tables fit the terminal and lose nothing; without one nothing is broken', async () => {
  const narrow = startAtTerminal(desk, ['models'], { columns: 80, env: { NO_COLOR: '1' } })
  await narrow.ended
  for (const line of narrow.screen.split('\r\n')) expect([...line].length).toBeLessThanOrEqual(80)
  expect(narrow.screen).toContain('brand_model_missing')
  const page = startAtTerminal(desk, ['models', 'show', 'sd_2.0_discount'], { columns: 70, env: { NO_COLOR: '1' } })
  await page.ended
  expect(page.screen).toMatch(/aspect_ratio +choice +optional +16:9 .* +16:9\r\n +.*21:9 adaptive\r\n/)
  const { out } = await desk.run(['models', 'show', 'sd_2.0_discount'])
  expect(out).toMatch(/aspect_ratio +choice +optional +16:9 9:16 1:1 4:3 3:4 21:9 adaptive +16:9\n/)
})

test('at 60 columns a list keeps every ID, model and date whole', async () => {
  server.next('capabilities', quick)
  const { out: id } = await desk.run(['submit', 'sd_2.5_discount_v1', 'prompt=x'])
  const { out } = await desk.run(['list', '--json'])
  const [{ at }] = JSON.parse(out) as [{ at: string }]
  const list = startAtTerminal(desk, ['list', '--limit', '1'], { columns: 60, env: { NO_COLOR: '1' } })
  await list.ended
  for (const line of list.screen.split('\r\n')) expect([...line].length).toBeLessThanOrEqual(60)
  const date = new Date(at).toLocaleString('sv-SE').slice(5, 16)
  for (const cell of [id.trim(), 'sd_2.5_discount_v1', date]) expect(list.screen).toContain(cell)
})

test('a batch shows what runs, and takes it away', async () => {
  server.next('capabilities', quick)
  await writeFile(
    join(desk.folder, 'b.jsonl'),
    '{"model":"beta-5.0","prompt":"x"}\n{"model":"beta-5.0","prompt":"y"}\n',
  )
  const session = startAtTerminal(desk, ['batch', 'b.jsonl', '--concurrency', '1'], { env: { NO_COLOR: '1' } })
  await session.until(/0 of 2, 0 credits[\s\S]*running +\S+ +beta-5\.0 +0:\d\d/)
  session.type('\x03')
  expect(await session.ended).toBe(130)
  expect(session.screen).toMatch(/\x1b\[\d+A\x1b\[0J/)
  expect(session.screen).toMatch(/not submitted +beta-5\.0/)
})

test('webhook listen ends at Ctrl-C with 0, and fits 60 columns without colour', async () => {
  const bare = await openDesk()
  const service = await startService(
    { port: 0, dataDirectory: join(bare.folder, 'data') },
    { provider: quickProvider() },
  )
  const words = ['webhook', 'listen', '--forward-to', 'localhost:9/hooks']
  const session = startAtTerminal(bare, words, { columns: 60, env: { NO_COLOR: '1' } })
  await session.until(/secret {2}whsec_\S+[\s\S]*ready[\s\S]*until Ctrl-C/)
  session.type('\x03')
  expect(await session.ended).toBe(0)
  expect(session.screen).toContain('stopped: 0 events forwarded')
  expect(session.screen).not.toContain('\x1b[3')
  await service.close()
  await bare.close()
})

test('config set asks for the key and does not show it', async () => {
  const bare = await openDesk()
  const session = startAtTerminal(bare, ['config', 'set', 'work', '--base-url', server.baseUrl])
  await session.until(/API key: /)
  session.type('secret-key\r')
  expect(await session.ended).toBe(0)
  expect(session.screen).not.toContain('secret-key')
  expect((await bare.run(['config', 'show'])).out).toContain(server.baseUrl)
  await bare.close()
})
