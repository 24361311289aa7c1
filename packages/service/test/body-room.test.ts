import { PassThrough } from 'node:stream'
import { expect, test } from 'vitest'
import { bodyReader } from '../src/edge/http/body.js'
import { ManualClock } from './support/manual-clock.js'

test('bodies that were read, were too large or broke off leave their room to the next', async () => {
  const read = bodyReader(new ManualClock(), { maxBufferedBytes: 100, timeout: 1000 })
  const body = (limit: number) => {
    const payload = new PassThrough()
    return { payload, read: read(payload, {}, limit) }
  }
  for (let times = 0; times < 3; times += 1) {
    const whole = body(90)
    whole.payload.write(Buffer.alloc(30))
    whole.payload.end(Buffer.alloc(30))
    expect(await whole.read).toHaveLength(60)
    const large = body(50)
    large.payload.end(Buffer.alloc(60))
    await expect(large.read).rejects.toThrow('larger than')
    const broken = body(90)
    broken.payload.write(Buffer.alloc(60))
    broken.payload.destroy()
    await expect(broken.read).rejects.toThrow('closed before')
  }
})

test('a body that finds no room beside the others is rejected, and the others are read', async () => {
  const read = bodyReader(new ManualClock(), { maxBufferedBytes: 130, timeout: 1000 })
  const first = new PassThrough()
  const whole = read(first, {}, 90)
  first.write(Buffer.alloc(60))
  const second = new PassThrough()
  const rejected = read(second, {}, 110)
  second.write(Buffer.alloc(100))
  await expect(rejected).rejects.toMatchObject({ kind: 'overloaded' })
  first.end(Buffer.alloc(20))
  expect(await whole).toHaveLength(80)
})

test('a body that does not arrive in time is rejected with the time that it has', async () => {
  const clock = new ManualClock()
  const read = bodyReader(clock, { maxBufferedBytes: 130, timeout: 30_000 })
  const payload = new PassThrough()
  const late = read(payload, {}, 90)
  payload.write('boat')
  await expect.poll(() => clock.waiting).toBe(1)
  clock.advance(30_000)
  await expect(late).rejects.toMatchObject({
    kind: 'request-timeout',
    message: 'the body did not arrive within 30 s',
  })
})
