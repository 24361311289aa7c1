import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { faults, startFaultServer, type FaultServer } from '@model-tasks/client/testing'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openDesk, type Desk } from './support/cli.js'

let server: FaultServer
let desk: Desk

const line = (prompt: string): string => `${JSON.stringify({ model: 'sd_2.0_discount', prompt })}\n`
const batch = ['batch', 'b.jsonl', '--out', 'clips/']

async function write(...prompts: string[]): Promise<void> {
  await writeFile(join(desk.folder, 'b.jsonl'), prompts.map(line).join(''))
}

beforeEach(async () => {
  server = await startFaultServer()
  desk = await openDesk(server)
  const declared = { object: 'capabilities', extensions: [], polling: { minimumSeconds: 0.05 } }
  server.next('capabilities', ...Array.from({ length: 10 }, () => faults.status(200, declared)))
})
afterEach(async () => {
  await server.close()
  await desk.close()
})

describe('tasks of a batch that the service does not know', () => {
  const lost = (count: number): void => {
    server.next('query', ...Array.from({ length: count }, () => faults.status(404, { title: 'no such task' })))
  }
  const advice =
    'does not know task TASK: it was removed there, or belongs to another account or installation. Use the key of its account, or submit the line again with --retry not-found, which costs again'
  const submitted = (): string[] => [...server.tasks.keys()]

  test('are reported as such, bought by no line, and the command is not repeated', async () => {
    await write('one', 'two')
    expect((await desk.run(['batch', 'b.jsonl'])).code).toBe(0)
    lost(4)
    const again = await desk.run(['batch', 'b.jsonl'])
    expect({ code: again.code, err: again.err }).toEqual({ code: 12, err: '0 completed, 2 not found, 10 credits\n' })
    for (const id of submitted())
      expect(again.out).toMatch(new RegExp(`not found +${id} .*${server.baseUrl} ${advice.replace('TASK', id)}`))
    const { code, out } = await desk.run(['batch', 'b.jsonl', '--json'])
    expect(code).toBe(12)
    for (const each of out.trim().split('\n'))
      expect(JSON.parse(each)).toMatchObject({
        status: 'not found',
        reached: 'completed',
        httpStatus: 404,
        exitCode: 17,
      })
    expect(server.count('submit')).toBe(2)
  })

  test('one of several leaves the others as they are; --retry not-found buys it alone, once', async () => {
    await write('one', 'two', 'three')
    const single = ['batch', 'b.jsonl', '--concurrency', '1']
    expect((await desk.run(single)).code).toBe(0)
    lost(1)
    expect((await desk.run(single)).err).toBe('2 completed, 1 not found, 15 credits\n')
    lost(1)
    expect(await desk.run([...single, '--retry', 'not-found'])).toMatchObject({
      code: 0,
      err: '3 completed, 15 credits\n',
    })
    expect((await desk.run([...single, '--retry', 'not-found'])).code).toBe(0)
    expect(server.count('submit')).toBe(4)
  })

  test('the tasks that are bought again count for the budget, beside those before them', async () => {
    await write('one', 'two')
    const single = ['batch', 'b.jsonl', '--concurrency', '1']
    expect((await desk.run(single)).code).toBe(0)
    lost(1)
    server.next('query', faults.taskWith({ status: 'completed', amount: 5 }))
    lost(1)
    const limited = await desk.run([...single, '--retry', 'not-found', '--budget', '15'])
    expect(limited.err).toBe('1 completed, 1 not submitted, 5 credits\n')
    expect(limited.out).toContain('the budget of 15 credits is used up')
    await write('one', 'two', 'three')
    expect((await desk.run([...single, '--budget', '15'])).out).toContain('the budget of 15 credits is used up')
    expect(server.count('submit')).toBe(3)
  })

  test('whose result is stored here stay completed, also with --retry not-found', async () => {
    await write('one', 'two')
    expect((await desk.run(batch)).code).toBe(0)
    const [first, second] = submitted()
    lost(4)
    for (const words of [batch, [...batch, '--retry', 'not-found']]) {
      const { code, err, out } = await desk.run(words)
      expect({ code, err }).toEqual({ code: 0, err: '2 completed, 10 credits\n' })
      expect(out).toContain(`clips/${first}.mp4`)
    }
    await rm(join(desk.folder, 'clips', `${second}.mp4`))
    lost(2)
    expect((await desk.run(batch)).err).toBe('1 completed, 1 not found, 10 credits\n')
    expect(server.count('submit')).toBe(2)
  })

  test('a line that is known to be completed is not said to run when the service cannot be asked', async () => {
    await write('one')
    expect((await desk.run(['batch', 'b.jsonl'])).code).toBe(0)
    server.next('query', faults.status(401), faults.status(401))
    const { code, out } = await desk.run(['batch', 'b.jsonl', '--json'])
    expect(JSON.parse(out)).toMatchObject({ status: 'completed', reached: 'completed', exitCode: 13 })
    expect(code).toBe(13)
  })
})
