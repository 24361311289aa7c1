import { expect, test } from 'vitest'
import { PausedModels } from '../src/run/engine/paused-models.js'
import { ManualClock } from './support/manual-clock.js'

function openModels() {
  const clock = new ManualClock()
  const told: string[] = []
  const models = new PausedModels({
    clock,
    random: () => 0.5,
    onPause: ({ model, sentAs, error, until }) =>
      told.push(`${model} as ${sentAs}: ${error}, until ${until - clock.now()}`),
    onResume: (model) => told.push(`${model} works`),
  })
  return { clock, models, told }
}

test('a model that an upstream does not know is kept from it for 30 s, and no other model is', () => {
  const { clock, models, told } = openModels()
  expect(models.pause('beta', 'beta-2', 'unknown deployment')).toBe(30_000)
  expect([models.isOpen('beta'), models.isOpen('alpha')]).toEqual([false, true])
  expect([models.enter('beta'), typeof models.enter('alpha')]).toEqual([undefined, 'function'])
  expect(models.list).toEqual([
    { model: 'beta', sentAs: 'beta-2', error: 'unknown deployment', until: clock.now() + 30_000 },
  ])
  expect(told).toEqual(['beta as beta-2: unknown deployment, until 30000'])
  expect([models.wait('beta'), models.wait('alpha')]).toEqual([30_000, 5000])
  clock.advance(29_999)
  expect(models.isOpen('beta')).toBe(false)
  clock.advance(1)
  expect(models.isOpen('beta')).toBe(true)
})

test('after the pause one task of the model is tried, alone, and the others wait 5 s for it', () => {
  const { clock, models } = openModels()
  clock.advance(models.pause('beta', 'beta-2', 'unknown'))
  const left = models.enter('beta')
  expect(left).toBeDefined()
  expect([models.isOpen('beta'), models.enter('beta'), models.wait('beta')]).toEqual([false, undefined, 5000])
  left?.()
  expect(models.isOpen('beta')).toBe(true)
  expect(models.enter('beta')).toBeDefined()
})

test('tasks of a model that is not paused are not tried one at a time', () => {
  const { models } = openModels()
  expect([typeof models.enter('alpha'), typeof models.enter('alpha')]).toEqual(['function', 'function'])
})

test('a model that is still not known is paused for twice as long, and told of once', () => {
  const { clock, models, told } = openModels()
  clock.advance(models.pause('beta', 'beta-2', 'unknown'))
  expect(models.pause('beta', 'beta-2', 'still unknown')).toBe(60_000)
  expect([models.list.length, told.length]).toEqual([1, 1])
})

test('a model that was accepted takes tasks as before, and is paused for 30 s the next time', () => {
  const { clock, models, told } = openModels()
  clock.advance(models.pause('beta', 'beta-2', 'unknown'))
  models.succeed('beta')
  models.succeed('alpha')
  expect([models.list, models.isOpen('beta')]).toEqual([[], true])
  expect(told.slice(1)).toEqual(['beta works'])
  expect(models.pause('beta', 'beta-2', 'unknown')).toBe(30_000)
})
