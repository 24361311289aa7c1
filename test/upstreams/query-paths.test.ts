import { expect, onTestFinished, test } from 'vitest'
import type { Mapping } from '@model-tasks/documents/upstreams/interpreter'
import { asked } from '../../packages/service/test/support/asked.js'
import { serveFake } from '../../packages/service/src/commands/fake/serve-fake.js'
import { mappedProvider } from '../../packages/service/src/run/provider/mapped/provider.js'
import { running } from '../../packages/service/test/mapped/support.js'
import { checkSpec } from '../../generator/check/index.js'
import { madeUp, seventhOperations, specWith } from './made-up.js'

/** The made-up protocol with another path to query tasks that were submitted with pictures. */
function membersWith(when: object, path = '/jobs/pictures/{id}'): object {
  const { video } = seventhOperations()
  const query = { method: 'GET', path: '/jobs/text/{id}', paths: [{ when: [when], path }], source: 'sdk' }
  return { operations: { video: { ...video, query } } }
}

/** A fake of a protocol, what was asked of it, and a provider in front of any. */
async function served(mapping: Mapping) {
  const requests: string[] = []
  const fake = await serveFake(mapping, {
    duration: 0,
    intercept({ method, path }) {
      requests.push(`${method} ${path}`)
      return undefined
    },
  })
  onTestFinished(() => fake.close())
  const provider = mappedProvider(mapping, { name: 'up', baseUrl: fake.baseUrl, apiKey: 'key', modelIds: {} })
  return { fake, requests, provider }
}

const task = (parameters: object = {}) =>
  asked({ id: 'task_1', model: 'sd_2.0_discount', kind: 'video', parameters: { prompt: 'A boat', ...parameters } })

test('a task is queried at the path that belongs to what it was submitted with', async () => {
  const { diagnostics, mapping } = await madeUp('paths', membersWith({ given: ['reference_images'] }))
  expect(diagnostics).toEqual([])
  const { fake, requests, provider } = await served(mapping)
  for (const parameters of [{}, { reference_images: ['https://example.com/one.png'] }]) {
    const submitted = await provider.submit(task(parameters))
    if (submitted.answer !== 'accepted') throw new Error(JSON.stringify(submitted))
    const { reference } = submitted
    expect(reference, 'the settings may name another host later').not.toContain('127.0.0.1')
    expect((await provider.poll([reference], running)).get(reference)).toMatchObject({ state: 'completed' })
    const place = 'reference_images' in parameters ? 'pictures' : 'text'
    expect(requests.at(-1)).toBe(`GET /jobs/${place}/${fake.tasks.at(-1)?.id ?? ''}`)
  }
})

test('a task that was submitted before its file had other paths is queried at the first', async () => {
  const { mapping } = await madeUp('paths', membersWith({ given: ['reference_images'] }))
  const { fake, requests, provider } = await served(mapping)
  await provider.submit(task({ reference_images: ['https://example.com/one.png'] }))
  const [made] = fake.tasks
  await provider.poll([`video:sd_2.0_discount:${made?.id ?? ''}`], running)
  expect(requests.at(-1)).toBe(`GET /jobs/text/${made?.id ?? ''}`)
})

test.each<[string, object, string | undefined, object]>([
  [
    'an unknown parameter',
    { given: ['pictures'] },
    undefined,
    { code: 'S071', message: expect.stringContaining('"pictures"') },
  ],
  ['a value that no model offers', { parameter: 'resolution', among: ['9p'] }, undefined, { code: 'S072' }],
  ['an unknown variable', { given: ['prompt'] }, '/jobs/{job}/{id}', { code: 'S074' }],
  ['a path that names no task', { given: ['prompt'] }, '/jobs', { code: 'S083' }],
])('%s in another path is a mistake with its place', async (_what, when, path, expected) => {
  const place = { pointer: expect.stringMatching(/^\/operations\/video\/query\/paths\/0\//) }
  expect(checkSpec(await specWith('paths', membersWith(when, path)))).toMatchObject([{ ...expected, ...place }])
})

test('the page of a protocol shows each path of the submit and the query, with when it counts and the headers', async () => {
  const { video } = seventhOperations()
  const when = [{ given: ['reference_images'] }]
  const { page } = await madeUp('paths', {
    operations: {
      video: {
        ...video,
        submit: {
          method: 'POST',
          path: '/films',
          headers: { 'X-Action': 'Make{model}' },
          paths: [{ when, path: '/films/edits', encoding: 'form' }],
          source: 'sdk',
        },
        query: { method: 'GET', path: '/films/{id}', paths: [{ when, path: '/edits/{id}' }], source: 'sdk' },
      },
    },
  })
  expect(page.split('\n').filter((line) => /^- (?:submit|query)/.test(line))).toEqual([
    '- submit: `POST /films` with `X-Action: Make{model}`',
    '- submit when reference_images is given: `POST /films/edits` with `X-Action: Make{model}`, as a form',
    '- query: `GET /films/{id}`',
    '- query when reference_images is given: `GET /edits/{id}`',
  ])
})
