import { expect, test } from 'vitest'
import type { Renderer } from '@model-tasks/sandbox'
import { pricedModels } from '../src/domain/money/priced-models.js'
import type { JsonObject } from '../src/base/json.js'
import { sandboxProvider } from '../src/run/provider/sandbox.js'

type Request = Parameters<Renderer['render']>[0]

/** The sandbox with a renderer that draws nothing, what that was asked for, and what was noted of the progress. */
function sandbox(fails?: (request: Request) => Error | undefined) {
  const [requests, progress]: [Request[], number[]] = [[], []]
  let [made, closes] = [0, 0]
  const renderer: Pick<Renderer, 'render' | 'close'> = {
    async render(request, { onProgress }) {
      requests.push(request)
      const error = fails?.(request)
      if (error !== undefined) throw error
      onProgress?.(0.5)
      return { path: `/${request.taskId}.png`, contentType: 'image/png', bytes: requests.length }
    },
    close: async () => void (closes += 1),
  }
  const provider = sandboxProvider(async () => ((made += 1), renderer))
  const render = (model: string, parameters: JsonObject, signal = new AbortController().signal) =>
    provider.render(
      { id: 'task_1', model, kind: 'video', parameters },
      { directory: '/work', signal, onProgress: (fraction) => progress.push(fraction) },
    )
  return { provider, render, requests, progress, made: () => made, closes: () => closes }
}

test('a file is drawn as long as its request or its model says, by a renderer that is made for the first of them', async () => {
  const { provider, render, requests, progress, made, closes } = sandbox()
  await provider.close()
  expect([made(), closes()]).toEqual([0, 0])
  expect(await render('sd_2.0_discount', { prompt: 'a boat', duration: 7 })).toEqual({
    status: 'completed',
    file: { path: '/task_1.png', contentType: 'image/png', bytes: 1 },
  })
  await render('sd_2.0_discount', { prompt: 'a boat' })
  await render('of no catalogue', { prompt: 'a boat' })
  expect(requests.map(({ seconds }) => seconds)).toEqual([7, 5, undefined])
  expect(requests[0]).toMatchObject({ taskId: 'task_1', model: 'sd_2.0_discount', kind: 'video' })
  expect(requests[2]).toEqual({
    taskId: 'task_1',
    model: 'of no catalogue',
    kind: 'video',
    parameters: { prompt: 'a boat' },
  })
  expect([made(), progress]).toEqual([1, [0.5, 0.5, 0.5]])
  await provider.close()
  expect(closes()).toBe(1)
})

/** Has the catalogue know a model that makes as many files as its parameter `n` says. */
function withOutputs(): string {
  const quantities = [{ name: 'outputs', sum: [{ path: '/n', as: 'number' }] }]
  const described = { ...pricedModels().get('beta-5.0'), quantities }
  ;(pricedModels() as Map<string, unknown>).set('several', described)
  return 'several'
}

test('each of several files is another one: further ones have an ID and a seed of their own', async () => {
  const { render, requests, progress } = sandbox()
  const outcome = await render(withOutputs(), { n: 3, seed: 40 })
  expect(requests.map(({ taskId, parameters }) => [taskId, parameters['seed']])).toEqual([
    ['task_1', 40],
    ['task_1-2', 41],
    ['task_1-3', 42],
  ])
  expect(outcome).toMatchObject({
    file: { path: '/task_1.png', others: [{ path: '/task_1-2.png' }, { path: '/task_1-3.png' }] },
  })
  expect(progress.map((fraction) => Math.round(fraction * 6))).toEqual([1, 3, 5])
})

test.each([
  ['a seed that stands for any', { n: 2, seed: -1 }, [-1, -1]],
  ['no seed', { n: 2 }, [undefined, undefined]],
  ['the seed 0', { n: 2, seed: 0 }, [0, 1]],
  ['a seed that is a text', { n: 2, seed: '7' }, ['7', '7']],
  ['one file', { n: 1, seed: 5 }, [5]],
  ['no file, of which one is drawn', { n: 0, seed: 5 }, [5]],
  ['very many, of which sixteen are drawn', { n: 1000 }, Array.from({ length: 16 }, () => undefined)],
])('several files are drawn with %s', async (_, parameters, seeds) => {
  const { render, requests } = sandbox()
  await render(withOutputs(), parameters)
  expect(requests.map((request) => request.parameters['seed'])).toEqual(seeds)
})

test('what cannot be drawn fails with its reason, and what was aborted does not count as that', async () => {
  const failing = sandbox(() => new Error('the font is missing'))
  expect(await failing.render('beta-5.0', {})).toEqual({ status: 'failed', error: 'the font is missing' })
  await expect(failing.render('beta-5.0', {}, AbortSignal.abort())).rejects.toThrow('the font is missing')
})
