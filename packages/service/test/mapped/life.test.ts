import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import type { SubmitAnswer } from '../../src/domain/provider/provider.js'
import { lengthsFor, mappings, openBench, running, taskFor } from './support.js'

function referenceOf(answer: SubmitAnswer): string {
  if (answer.answer !== 'accepted') throw new Error(JSON.stringify(answer))
  return answer.reference
}

test.each(mappings)('%s: a task is submitted once, followed, and its file fetched', async (_protocol, mapping) => {
  const bench = await openBench(mapping)
  try {
    const reference = referenceOf(await bench.provider.submit(taskFor(mapping)))
    const look = async () => (await bench.provider.poll([reference], running)).get(reference)
    expect(await look()).toMatchObject({ state: 'running' })
    bench.pass(500)
    expect(await look()).toMatchObject({ state: 'running' })
    bench.pass(500)
    const snapshot = await look()
    expect(snapshot).toMatchObject({ state: 'completed' })
    if (snapshot === undefined) throw new Error('no snapshot')
    const file = await bench.provider.collect({ ...taskFor(mapping), reference, snapshot }, bench.directory, running)
    expect(file).toMatchObject({ contentType: 'video/mp4', bytes: (await readFile(file.path)).length })
    expect(bench.posts()).toBe(1)
    expect(bench.fake.tasks).toHaveLength(1)
  } finally {
    await bench.close()
  }
})

test.each(mappings)(
  '%s: what was asked for arrives, with the defaults of the catalogue',
  async (_protocol, mapping) => {
    const bench = await openBench(mapping)
    const [, duration] = lengthsFor(mapping)
    try {
      referenceOf(await bench.provider.submit({ ...taskFor(mapping), parameters: { prompt: 'A boat', duration } }))
      expect(bench.fake.tasks[0]?.parameters).toMatchObject({ prompt: 'A boat', duration })
    } finally {
      await bench.close()
    }
  },
)

test.each(mappings)('%s: a failed task ends with the words of the upstream', async (_protocol, mapping) => {
  const bench = await openBench(mapping)
  try {
    const prompt = '[[fail: the frame shows a face]]'
    const [duration] = lengthsFor(mapping)
    const reference = referenceOf(
      await bench.provider.submit({ ...taskFor(mapping), parameters: { prompt, duration } }),
    )
    bench.pass(1000)
    const snapshot = (await bench.provider.poll([reference], running)).get(reference)
    // One that tells no reason is quoted with its status.
    const tellsWhy = mapping.operations.video?.answer.message.length !== 0
    const words = tellsWhy ? 'the frame shows a face' : `${mapping.title} ended the task: `
    expect(snapshot).toMatchObject({ state: 'failed', error: expect.stringContaining(words) })
  } finally {
    await bench.close()
  }
})

test.each(mappings)('%s: a request it cannot carry is rejected before anything is sent', async (_protocol, mapping) => {
  const bench = await openBench(mapping)
  try {
    const answer = await bench.provider.submit({
      ...taskFor(mapping),
      parameters: { ...taskFor(mapping).parameters, reference_images: ['assetId://one'] },
    })
    expect(answer).toMatchObject({ answer: 'rejected', error: expect.stringContaining(mapping.title) })
    expect(answer).toMatchObject({ error: expect.stringContaining('assetId://one') })
    expect(bench.posts()).toBe(0)
  } finally {
    await bench.close()
  }
})

test.each(mappings.filter(([, { probe }]) => probe !== undefined))(
  '%s: a wrong key is found out without buying anything',
  async (_protocol, mapping) => {
    const bench = await openBench(mapping)
    const wrong = await openBench(mapping, ({ method }) =>
      method === 'GET' ? { answer: { status: 401, body: '{}' } } : undefined,
    )
    try {
      expect(await bench.provider.probe?.()).toBeUndefined()
      expect(await wrong.provider.probe?.()).toMatchObject({ pause: { reason: 'credentials' } })
      expect(bench.posts() + wrong.posts()).toBe(0)
    } finally {
      await bench.close()
      await wrong.close()
    }
  },
)

test.each(mappings.filter(([, { probe }]) => probe !== undefined))(
  '%s: a probe to an address that is not there tells nothing, and pauses nothing',
  async (_protocol, mapping) => {
    for (const status of [404, 405, 501]) {
      const bench = await openBench(mapping, () => ({ answer: { status, body: 'Cannot GET' } }))
      try {
        const accepts = mapping.probe?.accepted.includes(status) === true
        const problem = await bench.provider.probe?.()
        expect(problem?.pause).toBeUndefined()
        if (!accepts) expect(problem?.error).toContain(String(status))
      } finally {
        await bench.close()
      }
    }
  },
)

test.each(mappings.filter(([, { operations }]) => operations.video?.cancel !== undefined))(
  '%s: a task is cancelled at the upstream',
  async (_protocol, mapping) => {
    const bench = await openBench(mapping)
    try {
      const reference = referenceOf(await bench.provider.submit(taskFor(mapping)))
      await bench.provider.cancel?.(reference)
      expect(bench.fake.tasks[0]?.cancelled).toBe(true)
    } finally {
      await bench.close()
    }
  },
)
