import { expect, it } from 'vitest'
import { once } from '../src/base/once.js'

it('makes a thing once for all calls, and again after it failed', async () => {
  let calls = 0
  const made = once(() => (++calls === 1 ? Promise.reject(new Error('no descriptor')) : Promise.resolve(calls)))
  const first = [made(), made()]
  for (const one of first) await expect(one).rejects.toThrow('no descriptor')
  expect(await Promise.all([made(), made()])).toEqual([2, 2])
  expect(calls).toBe(2)
})
