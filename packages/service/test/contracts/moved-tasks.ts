import { describe, expect, test } from 'vitest'
import { claimer } from '../support/claims.js'
import { openQueue, type OpenQueues } from './open-queue.js'

/** What every store promises of tasks that go from one queue to another. */
export function movedTasksContract(name: string, open: OpenQueues): void {
  const openOne = () => openQueue(open)

  describe(`${name}: tasks that are moved`, () => {
    test('moves what waits to another queue, and nothing that an upstream has or may have', async () => {
      const { tasks, queue, runs, submit } = await openOne()
      const { claim, held } = await claimer(queue)
      const [sent = ''] = await submit(1, {})
      await claim()
      await runs.noteSent(held(sent))
      await runs.release(held(sent), 0)
      const [running = ''] = await submit(1, {})
      await claim()
      const waiting = await submit(3, {})
      const [other = ''] = await submit(1, { model: 'epsilonO3' })
      expect(await queue.move({ from: 'default', to: 'second', models: ['beta-5.0'], limit: 2 })).toBe(2)
      expect(await queue.move({ from: 'default', to: 'second', models: ['beta-5.0'], limit: 9 })).toBe(1)
      expect(await claim(9, 'second')).toEqual(waiting)
      for (const id of [sent, running, other]) expect((await tasks.read(id))?.queue).toBe('default')
      expect(await runs.transfer(held(running), { queue: 'second' })).toBe(true)
      expect(await claim(9, 'second')).toEqual([running])
      const routing = async (id = '') => (await tasks.read(id))?.routing
      expect([await routing(waiting[0]), await routing(running), await routing(other)]).toEqual([
        'default; then second',
        'default; then second',
        undefined,
      ])
    })

    test('moves what an upstream has declined to it again, unless it is told not to', async () => {
      const { queue, runs, submit } = await openOne()
      const { claim, held } = await claimer(queue)
      const [id = ''] = await submit(1, {})
      await claim()
      await runs.noteSent(held(id))
      const refusal = { upstream: 'second', at: 1, proof: '403' }
      await runs.noteRefused({ ...held(id), attempt: 1 }, refusal, { queue: 'default', delay: 0 })
      const all = { models: ['beta-5.0'], limit: 9 }
      expect(await queue.move({ from: 'default', to: 'second', ...all, exceptRefused: true })).toBe(0)
      expect(await queue.move({ from: 'default', to: 'third', ...all, exceptRefused: true })).toBe(1)
      expect(await queue.move({ from: 'third', to: 'second', ...all })).toBe(1)
    })

    test('transfers no task that an upstream has or may have', async () => {
      const { tasks, queue, runs, submit } = await openOne()
      const { claim, held } = await claimer(queue)
      const [id = ''] = await submit(1, {})
      await claim()
      await runs.noteSent(held(id))
      expect(await runs.transfer(held(id), { queue: 'second' })).toBe(false)
      await runs.noteAccepted(id, 'default', 'theirs')
      expect(await runs.transfer(held(id), { queue: 'second' })).toBe(false)
      expect((await tasks.read(id))?.queue).toBe('default')
    })
  })
}
