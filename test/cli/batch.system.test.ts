import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { faults, type FaultServer } from '@model-tasks/client/testing'
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { batch, batchDesk, line, writeBatch } from './support/batches.js'
import type { Desk } from './support/cli.js'

let server: FaultServer
let desk: Desk

/** Starts anew with a service that declares these extensions. */
async function serve(...extensions: string[]): Promise<void> {
  await server?.close()
  await desk?.close()
  ;({ server, desk } = await batchDesk(...extensions))
}

const write = (...prompts: string[]): Promise<void> => writeBatch(desk, ...prompts)

/** Starts the batch as a process of its own. */
function start(words = batch): { child: ChildProcess; err: Promise<string>; ended: Promise<unknown[]> } {
  const { program, words: all } = desk.command(words)
  const child = spawn(program, all, { cwd: desk.folder, env: desk.env, stdio: ['ignore', 'ignore', 'pipe'] })
  onTestFinished(() => void child.kill('SIGKILL'))
  return { child, err: text(child.stderr), ended: once(child, 'exit') }
}

beforeEach(() => serve())
afterEach(async () => {
  await server.close()
  await desk.close()
})

describe('running a batch again continues it', () => {
  test('a batch that is done submits nothing, and what it stored does not count as existing', async () => {
    await write('one', 'two')
    expect((await desk.run(batch)).code).toBe(0)
    const again = await desk.run(batch)
    expect({ code: again.code, err: again.err }).toEqual({ code: 0, err: '2 completed, 10 credits\n' })
    expect(server.count('submit')).toBe(2)
    expect(server.count('result')).toBe(2)
    expect(await readdir(join(desk.folder, 'clips'))).toHaveLength(2)
  })

  test('an edited, longer and reordered file pays for what is new alone', async () => {
    await write('one', 'two', 'one')
    expect((await desk.run(batch)).code).toBe(0)
    expect(server.count('submit')).toBe(3)
    await writeFile(
      join(desk.folder, 'b.jsonl'),
      `${line('three')}{"prompt":"two", "model":"sd_2.0_discount"}\n\n${line('one')}${line('one')}${line('one')}`,
    )
    expect((await desk.run(batch)).code).toBe(0)
    expect(server.count('submit')).toBe(5)
  })

  test('a result that was deleted, or another destination, is downloaded again and not paid again', async () => {
    await write('one', 'two')
    await desk.run(batch)
    const [first] = await readdir(join(desk.folder, 'clips'))
    await rm(join(desk.folder, 'clips', first!))
    expect((await desk.run(batch)).code).toBe(0)
    expect(await readdir(join(desk.folder, 'clips'))).toHaveLength(2)
    expect((await desk.run(['batch', 'b.jsonl', '--out', 'other/'])).code).toBe(0)
    expect(await readdir(join(desk.folder, 'other'))).toHaveLength(2)
    expect(server.count('submit')).toBe(2)
  })

  test('one result in one file', async () => {
    await write('one')
    const single = ['batch', 'b.jsonl', '--out', 'clip.mp4']
    expect((await desk.run(single)).code).toBe(0)
    expect((await desk.run(single)).code).toBe(0)
    expect(server.count('submit')).toBe(1)
  })

  test('--restart submits every line anew; another batch has lines of its own', async () => {
    await write('one', 'two')
    await desk.run(batch)
    expect((await desk.run([...batch, '--restart'])).code).toBe(0)
    expect(server.count('submit')).toBe(4)
    await desk.run(batch)
    expect(server.count('submit')).toBe(4)
    await writeFile(join(desk.folder, 'c.jsonl'), line('one'))
    await desk.run(['batch', 'c.jsonl'])
    expect(server.count('submit')).toBe(5)
  })

  test('a renamed, moved or copied file is the same batch; one that was restarted is not', async () => {
    await write('one', 'two')
    await desk.run(batch)
    await rename(join(desk.folder, 'b.jsonl'), join(desk.folder, 'renamed.jsonl'))
    await writeFile(join(desk.folder, 'renamed.jsonl'), `${line('three')}${line('two')}`)
    const renamed = await desk.run(['batch', 'renamed.jsonl'])
    expect(renamed.err).toContain('1 line of this batch was submitted from')
    expect({ code: renamed.code, submits: server.count('submit') }).toEqual({ code: 0, submits: 3 })
    await mkdir(join(desk.folder, 'copy'))
    await writeFile(join(desk.folder, 'copy', 'b.jsonl'), `${line('two')}${line('three')}`)
    expect((await desk.run(['batch', 'copy/b.jsonl'])).code).toBe(0)
    expect(server.count('submit')).toBe(3)
    expect((await desk.run(['batch', 'copy/b.jsonl', '--restart'])).code).toBe(0)
    expect(server.count('submit')).toBe(5)
  })

  test('a line whose task failed stays failed, until --retry failed', async () => {
    await write('one')
    server.next('query', faults.taskWith({ status: 'failed', error: 'no' }))
    expect((await desk.run(batch)).code).toBe(6)
    const again = await desk.run(batch)
    expect(again.code).toBe(6)
    expect(again.out).toContain('--retry failed submits it again')
    expect(server.count('submit')).toBe(1)
    expect((await desk.run([...batch, '--retry', 'failed'])).code).toBe(0)
    expect(server.count('submit')).toBe(2)
  })

  test('a rejected line is submitted again', async () => {
    await write('one')
    server.next('submit', faults.status(422, { title: 'no' }))
    const { code, err } = await desk.run(batch)
    expect(code).toBe(10)
    expect(err).toContain('0 completed, 1 rejected, 0 credits\n')
    expect((await desk.run(batch)).code).toBe(0)
    expect(server.tasks.size).toBe(1)
  })

  test('lines on standard input', async () => {
    const piped = ['batch', '-', '--out', 'clips/']
    expect((await desk.run(piped, { input: line('one') })).code).toBe(0)
    expect((await desk.run(piped, { input: line('one') + line('two') })).code).toBe(0)
    expect(server.count('submit')).toBe(2)
  })
})

describe('cut off', () => {
  test('Ctrl-C counts what is still running and prints the command that continues', async () => {
    await write('one', 'two', 'three')
    server.next('query', faults.silence, faults.silence)
    const { child, err, ended } = start([...batch, '--restart'])
    await server.received('query', 2)
    child.kill('SIGINT')
    expect(await ended).toEqual([130, null])
    const printed = await err
    expect(printed).toContain('0 completed, 2 still running, 1 not submitted, 0 credits\n')
    const [, next] = /next {4}(.*)\n/.exec(printed)!
    expect(next).toMatch(/ batch b\.jsonl --out clips\/ --concurrency 2$/)
    // Typed into a shell as it stands.
    const shell = spawn('/bin/sh', ['-c', next!], { cwd: desk.folder, env: desk.env, stdio: 'ignore' })
    expect(await once(shell, 'exit')).toEqual([0, null])
    expect(server.count('submit')).toBe(3)
    expect(server.tasks.size).toBe(3)
    expect(await readdir(join(desk.folder, 'clips'))).toHaveLength(3)
  })

  test.each([
    ['while the submit is under way', 'submit'],
    ['while the task runs', 'query'],
    ['while the result is stored', 'result'],
  ] as const)('SIGKILL %s never pays twice where the service keeps keys', async (_, route) => {
    await serve('idempotency')
    await write('one', 'two')
    server.next(route, faults.silence, faults.silence)
    const { child, ended } = start()
    await server.received(route, 2)
    child.kill('SIGKILL')
    await ended
    expect((await desk.run(batch)).code).toBe(0)
    expect(server.tasks.size).toBe(2)
    expect(
      await readdir(join(desk.folder, 'clips')).then((names) => names.filter((name) => name.endsWith('.mp4'))),
    ).toHaveLength(2)
  })

  test('elsewhere a line of unknown outcome is reported and not submitted again, until --retry unknown', async () => {
    await write('one')
    server.next('submit', faults.silence)
    const { child, ended } = start()
    await server.received('submit', 1)
    child.kill('SIGKILL')
    await ended
    const again = await desk.run(batch)
    expect(again.code).toBe(8)
    expect(again.out).toMatch(/unknown .*an earlier submit \(Idempotency-Key \S+\) may have been accepted/)
    expect(again.err).toContain('0 completed, 1 of unknown outcome, 0 credits\n')
    expect(server.count('submit')).toBe(1)
    const [, key = ''] = /Idempotency-Key ([^)]+)\)/.exec(again.out) ?? []
    expect((await desk.run(['forget', key])).code).toBe(0)
    expect((await desk.run(batch)).code).toBe(8)
    expect(server.count('submit')).toBe(1)
    expect((await desk.run([...batch, '--retry', 'unknown'])).code).toBe(0)
    expect(server.count('submit')).toBe(2)
  })

  test('a lost answer is reported as unknown in the same run', async () => {
    await write('one', 'two', 'three')
    server.next('submit', faults.resetAfterAccept, faults.status(402))
    const { code, err } = await desk.run([...batch, '--concurrency', '1'])
    expect(code).toBe(12)
    expect(err).toContain('0 completed, 1 rejected, 1 of unknown outcome, 1 not submitted, 0 credits\n')
    expect(err).toMatch(/^next {4}model-tasks batch .*\n {2}or {4}model-tasks list\n {2}or {4}model-tasks resume\n$/m)
  })

  test('two processes do not run one batch', async () => {
    await write('one')
    server.next('query', faults.silence)
    const { child, ended } = start()
    await server.received('query', 1)
    const { code, err } = await desk.run(batch)
    expect(code).toBe(2)
    expect(err).toContain(`this batch is being run by process ${child.pid}`)
    expect(err).toContain('next    model-tasks batch b.jsonl --out clips/ --concurrency 2\n')
    child.kill('SIGKILL')
    await ended
    expect((await desk.run(batch)).code).toBe(0)
    expect(server.count('submit')).toBe(1)
  })
})

test('everything that is wrong with any line is reported together, before anything is sent', async () => {
  await writeFile(
    join(desk.folder, 'b.jsonl'),
    `{"model": \n[1]\n${line('fine')}{"model":"sd_2.0_discount","prompt":"x","duration":99}\n{"prompt":"x"}\n{"model":"nope","prompt":"x"}\n{"model":"gamma-1.0-i2v","prompt":"x","first_image":["./none.png"]}\n`,
  )
  const { code, err } = await desk.run(batch)
  expect(code).toBe(3)
  for (const wrong of [
    'line 1: is not JSON',
    'line 2: must be a JSON object',
    'line 4: duration: 99',
    'line 5: must be',
    'line 6: model: "nope"',
    'line 7: cannot read ./none.png',
  ])
    expect(err).toContain(wrong)
  expect(err.match(/line \d/g)).toEqual(['line 1', 'line 2', 'line 4', 'line 5', 'line 6', 'line 7'])
  expect(err).not.toContain('line 3')
  expect(server.count('submit')).toBe(0)
})

test('the budget counts what is running, however many run at once', async () => {
  await write(...Array.from({ length: 12 }, (_, index) => `prompt ${index}`))
  const { err } = await desk.run([...batch, '--budget', '10', '--concurrency', '12'])
  expect(err).toContain('2 completed, 10 not submitted, 10 credits\n')
  expect(server.count('submit')).toBe(2)
})

test('the budget counts earlier runs', async () => {
  await write('one', 'two', 'three')
  const first = await desk.run([...batch, '--budget', '5', '--concurrency', '1'])
  expect(first.err).toContain('1 completed, 2 not submitted, 5 credits\n')
  const second = await desk.run([...batch, '--budget', '5', '--concurrency', '1'])
  expect(second.err).toContain('1 completed, 2 not submitted, 5 credits\n')
  expect(second.out).toContain('the budget of 5 credits is used up; continue with a larger --budget')
  expect(second.err).not.toContain('next')
  expect(server.count('submit')).toBe(1)
})

test('without credits, nothing more is submitted', async () => {
  await write('one', 'two', 'three')
  server.next('submit', faults.status(402, { title: 'No credits' }))
  const { err } = await desk.run([...batch, '--concurrency', '1'])
  expect(err).toContain('0 completed, 1 rejected, 2 not submitted, 0 credits\n')
  expect(server.count('submit')).toBe(1)
})

test.each([
  ['no longer served', 11, () => server.next('result', faults.status(410), faults.status(410))],
  [
    'no longer kept',
    13,
    () => {
      const kept = faults.taskWith({ status: 'completed', result_url: undefined, video_url: undefined })
      server.next('query', kept, kept)
    },
  ],
])('a result that is %s is not asked for again', async (_what, code, lose) => {
  await write('one')
  lose()
  const { code: ended, err, out } = await desk.run(batch)
  expect({ code: ended, err }).toEqual({ code, err: '0 completed, 1 completed but not stored, 5 credits\n' })
  expect(out).toContain('Submit the line again with --retry expired, which costs again')
  expect(server.count('submit')).toBe(1)
})

test.each([
  ['no longer served', () => server.next('result', faults.status(410), faults.status(410))],
  [
    'no longer kept',
    () => {
      const kept = faults.taskWith({ status: 'completed', result_url: undefined, video_url: undefined })
      server.next('query', kept, kept)
    },
  ],
])('--retry expired buys the line alone whose result is %s, once', async (_what, lose) => {
  await write('one', 'two')
  const single = [...batch, '--concurrency', '1']
  expect((await desk.run(single)).code).toBe(0)
  const [first, second] = [...server.tasks.keys()]
  await rm(join(desk.folder, 'clips', `${first}.mp4`))
  lose()
  expect((await desk.run(single)).err).toContain('1 completed, 1 completed but not stored, 10 credits\n')
  for (const isLost of [true, false]) {
    if (isLost) lose()
    const { code, err, out } = await desk.run([...single, '--retry', 'expired'])
    expect({ code, err }).toEqual({ code: 0, err: '2 completed, 10 credits\n' })
    expect(out).toContain(`clips/${second}.mp4`)
  }
  expect(server.count('submit')).toBe(3)
})
