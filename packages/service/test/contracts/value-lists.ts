import { describe, expect, test } from 'vitest'
import type { ValueListStore } from '../../src/keep/store/value-list-store.js'

/** What every ValueListStore promises. */
export function valueListsContract(name: string, open: () => Promise<{ valueLists: ValueListStore }>): void {
  describe(`${name}: a store of value lists`, () => {
    test('has the list that was kept last under an ID, and no other one', async () => {
      const { valueLists } = await open()
      await valueLists.keep('one voices', { values: ['anna', 'b"en', '安娜'], readAt: 5000 }, 0)
      await valueLists.keep('two voices', { values: ['cleo'], readAt: 6000 }, 0)
      await valueLists.keep('one voices', { values: ['dora'], readAt: 7000 }, 0)
      expect(await valueLists.find('one voices')).toEqual({ values: ['dora'], readAt: 7000 })
      expect(await valueLists.find('two voices')).toEqual({ values: ['cleo'], readAt: 6000 })
      expect(await valueLists.find('two')).toBeUndefined()
    })

    test('forgets lists that were read before a time', async () => {
      const { valueLists } = await open()
      await valueLists.keep('one voices', { values: ['anna'], readAt: 5000 }, 0)
      await valueLists.keep('two voices', { values: ['ben'], readAt: 5001 }, 0)
      await valueLists.keep('three voices', { values: ['cleo'], readAt: 9000 }, 5001)
      expect(await valueLists.find('one voices')).toBeUndefined()
      expect(await valueLists.find('two voices')).toEqual({ values: ['ben'], readAt: 5001 })
    })
  })
}
