import { describe, expect, test } from 'vitest'
import { claimer } from '../support/claims.js'
import { newTask, type OpenStores } from './open-stores.js'
import { failure } from '../support/ends.js'

const file = { file: 'results/x.png', contentType: 'image/png', bytes: 12 }

/** What the removal of old tasks promises beside that of each of them. */
export function oldTasksContract(name: string, open: OpenStores): void {
  describe(`${name}: old tasks`, () => {
    test('that stay are looked at once while those behind them are removed', async () => {
      const { accounts, queue, runs, tasks } = await open()
      await accounts.addAccount({ id: 'rich', name: 'Rich', unlimited: true, credits: 0, created: 1 })
      const [staying, first, second] = [1000, 2000, 3000].map((created) => newTask({ created }).id)
      const ids = [staying!, first!, second!]
      for (const [index, id] of ids.entries())
        await tasks.submit({ task: newTask({ id, created: 1000 * (index + 1) }) })
      const { claim, held } = await claimer(queue)
      await claim()
      await runs.finish(held(staying!), { status: 'completed', result: file })
      for (const id of [first!, second!]) await runs.finish(held(id), failure('x'))
      const left = async (): Promise<string[]> => {
        await tasks.forgetTasks(Date.now() + 1e9, 1)
        return (await Promise.all(ids.map((id) => tasks.read(id)))).flatMap((task) => task?.id ?? [])
      }
      expect(await left()).toEqual([staying, second])
      await tasks.forgetResult(staying!)
      expect(await left()).toEqual([staying])
      expect(await left(), 'the end is reached').toEqual([staying])
      expect(await left()).toEqual([])
    })
  })
}
