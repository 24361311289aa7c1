import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { thisProcess } from '@model-tasks/client/journal'
import type { FaultServer } from '@model-tasks/client/testing'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { lockLedger } from '../../packages/cli/src/batch/lock.js'
import { batch, batchDesk, recordOf, writeBatch } from './support/batches.js'
import type { Desk } from './support/cli.js'

let server: FaultServer
let desk: Desk
const write = (...prompts: string[]): Promise<void> => writeBatch(desk, ...prompts)

beforeEach(async () => {
  ;({ server, desk } = await batchDesk())
})
afterEach(async () => {
  await server.close()
  await desk.close()
})

/** The lock of the batch, held by a process that does not run here. Returns its file. */
async function claim(owner: string): Promise<string> {
  const folder = `${await recordOf(desk)}.locks`
  await mkdir(folder)
  const file = join(folder, encodeURIComponent(`0123456789abcdef ${owner}`))
  await writeFile(file, '.')
  return file
}

describe('the lock of a batch', () => {
  test('of a process whose ID now belongs to another one is void', async () => {
    await write('one')
    await desk.run(batch)
    // This process runs, and started at another time.
    await claim(thisProcess().replace(/\d+ \d*$/, `${process.ppid} 1`))
    expect((await desk.run(batch)).code).toBe(0)
  })

  test('of another host is left to it, with the command that removes it', async () => {
    await write('one')
    await desk.run(batch)
    const lock = await claim('elsewhere.example 7 1')
    await write('one', 'two')
    const { code, err } = await desk.run(batch)
    expect({ code, submits: server.count('submit') }).toEqual({ code: 2, submits: 1 })
    expect(err).toContain('this batch was begun by process 7 on elsewhere.example, which may still run it')
    expect(err).toContain(`next    rm ${lock}\n  or    model-tasks batch b.jsonl --out clips/ --concurrency 2\n`)
  })

  test('is taken by one of many that try at once', async () => {
    const path = join(desk.folder, 'ledger.jsonl')
    const taken = await Promise.allSettled(Array.from({ length: 20 }, () => lockLedger(path, [])))
    expect(taken.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(await readdir(join(desk.folder, 'ledger.jsonl.locks'))).toHaveLength(1)
  })
})

describe('a record that cannot be read', () => {
  test('in the middle, it may hide a submit: nothing is sent until it is fixed, or --restart is given', async () => {
    await write('one', 'two')
    expect((await desk.run(batch)).code).toBe(0)
    const path = await recordOf(desk)
    const lines = (await readFile(path, 'utf8')).split('\n')
    const intent = lines.findIndex((each) => each.includes('"intent"'))
    for (const damage of [lines[intent]!.slice(0, 40), lines[intent]!.replace(/"key":"[^"]*"/, '"key":7')]) {
      await writeFile(path, lines.toSpliced(intent, 1, damage).join('\n'))
      const { code, err } = await desk.run(batch)
      expect({ code, submits: server.count('submit') }).toEqual({ code: 2, submits: 2 })
      expect(err).toContain(`${path}, has 1 unreadable line (${intent + 1}), and a line of the batch may have been`)
    }
    expect((await desk.run([...batch, '--restart'])).code).toBe(0)
    expect(server.count('submit')).toBe(4)
    expect((await desk.run(batch)).code).toBe(0)
    expect(server.count('submit')).toBe(4)
  })

  test('at its end, it was cut short by a crash and stands for nothing', async () => {
    await write('one')
    expect((await desk.run(batch)).code).toBe(0)
    const path = await recordOf(desk)
    const whole = await readFile(path, 'utf8')
    await writeFile(path, `${whole}{"event":"intent","line":"x","ke`)
    await write('one', 'two')
    expect((await desk.run(batch)).code).toBe(0)
    expect(server.count('submit')).toBe(2)
    expect((await desk.run(batch)).code).toBe(0)
    const lines = (await readFile(path, 'utf8')).trim().split('\n')
    expect(lines.filter((each) => JSON.parse(each).event === 'intent')).toHaveLength(2)
    expect(server.count('submit')).toBe(2)
  })
})

describe('the record of a service whose address is spelled in several ways', () => {
  const at = (baseUrl: string) => desk.run(batch, { env: { MODEL_TASKS_BASE_URL: baseUrl } })

  test('is one', async () => {
    await write('one')
    const { port } = new URL(server.baseUrl)
    for (const spelled of ['http://127.0.0.1', 'HTTP://127.0.0.1', 'http://127.1'])
      for (const end of ['/api', '/api/', '/v/../api'])
        expect((await at(`${spelled}:${port}${end}`)).code, spelled + end).toBe(0)
    expect(server.count('submit')).toBe(1)
  })

  test('is found under the name that an earlier version gave it, with that spelling and with others', async () => {
    await write('one')
    expect((await desk.run(batch)).code).toBe(0)
    const folder = join(desk.folder, 'state', 'model-tasks')
    for (const name of await readdir(folder)) await rename(join(folder, name), join(folder, `HTTP_${name}`))
    const earlier = server.baseUrl.replace('http', 'HTTP')
    expect((await at(earlier)).code).toBe(0)
    expect(await readdir(folder)).toHaveLength(2)
    // Its place is the same, so it is this batch, with other lines too.
    await write('two', 'three')
    expect((await at(earlier)).code).toBe(0)
    await write('one', 'two', 'four')
    const { code, err } = await desk.run(batch)
    expect({ code, submits: server.count('submit') }).toEqual({ code: 0, submits: 4 })
    expect(err).toContain(`2 lines of this batch were submitted from ${join(desk.folder, 'b.jsonl')}`)
  })

  test('is not that of another service', async () => {
    await write('one')
    expect((await desk.run(batch)).code).toBe(0)
    expect((await at(server.baseUrl.replace('127.0.0.1', 'localhost'))).code).toBe(0)
    expect(server.count('submit')).toBe(2)
  })
})
