/** What a task used, where the answer with its result says so in a header. */
import { expect, onTestFinished, test } from 'vitest'
import { mappingOf, openBench, running, taskFor } from './support.js'

const fal = mappingOf('fal')

test.each<[told: string, usage: { unit: string; amount: number }[] | undefined]>([
  ['3.008', [{ unit: 'units', amount: 3.008 }]],
  ['0', [{ unit: 'units', amount: 0 }]],
  ['', undefined],
  ['many', undefined],
])('of a result whose header says that %j units were billed, the number is kept', async (told, usage) => {
  const bench = await openBench(fal, ({ method, path }) => {
    const id = method === 'GET' ? /\/requests\/([^/]+)$/.exec(path)?.[1] : undefined
    if (id === undefined) return undefined
    const url = `${new URL(bench.fake.baseUrl).origin}/fake-files/${id}`
    const headers = { 'content-type': 'application/json', 'x-fal-billable-units': told }
    return { answer: { status: 200, headers, body: JSON.stringify({ video: { url } }) } }
  })
  onTestFinished(() => bench.close())
  const submitted = await bench.provider.submit(taskFor(fal))
  if (submitted.answer !== 'accepted') throw new Error(JSON.stringify(submitted))
  bench.pass(1000)
  const { reference } = submitted
  const file = await bench.provider.collect(
    { ...taskFor(fal), reference, snapshot: { state: 'completed' } },
    bench.directory,
    running,
  )
  expect(file.usage).toEqual(usage)
})
