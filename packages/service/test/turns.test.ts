import { once } from 'node:events'
import { expect, test } from 'vitest'
import { Turns } from '../src/base/turns.js'

/** Work that says when it begins, and ends when it is told to. */
function work(name: string, order: string[]) {
  const told = new EventTarget()
  return {
    run: async (): Promise<string> => {
      order.push(name)
      const [{ type }] = await Promise.race(['end', 'fail'].map((one) => once(told, one)))
      if (type === 'fail') throw new Error(name)
      return name
    },
    tell: (what: 'end' | 'fail') => told.dispatchEvent(new Event(what)),
  }
}

test('work of a key runs in turn, past what fails, and leaves nothing behind', async () => {
  const order: string[] = []
  const [one, two, other] = [work('one', order), work('two', order), work('other', order)]
  const turns = new Turns()
  const running = [turns.run('a', one.run), turns.run('a', two.run), turns.run('b', other.run)]
  const settled = Promise.allSettled(running)
  await new Promise(setImmediate)
  expect(order).toEqual(['one', 'other'])
  for (const [{ tell }, what] of [
    [other, 'end'],
    [one, 'fail'],
  ] as const)
    tell(what)
  await new Promise(setImmediate)
  expect(order).toEqual(['one', 'other', 'two'])
  two.tell('end')
  expect((await settled).map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'fulfilled'])
  expect([await running[1], turns.size]).toEqual(['two', 0])
})
