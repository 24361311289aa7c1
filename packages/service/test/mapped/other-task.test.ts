import { expect, test } from 'vitest'
import { mappedProvider } from '../../src/provider/mapped/provider.js'
import { mappings, openBench, running, taskFor } from './support.js'

const withTasks = mappings.filter(([, { operations }]) => operations.video?.query !== undefined)

test.each(withTasks)(
  '%s: an answer about another task says nothing of the one that was asked for',
  async (_protocol, mapping) => {
    const bench = await openBench(mapping)
    try {
      const references: string[] = []
      for (let count = 0; count < 2; count += 1) {
        const answer = await bench.provider.submit(taskFor(mapping))
        if (answer.answer === 'accepted') references.push(answer.reference)
      }
      const [first = '', second = ''] = references
      bench.pass(1001)
      const idOf = (reference: string): string => decodeURIComponent(reference.split(':')[2] ?? '')
      const upstream = { name: 'upstream', baseUrl: bench.fake.baseUrl, apiKey: 'key', modelIds: {} }
      const crossed = mappedProvider(mapping, upstream, {
        fetch: (url, init) => fetch(new Request(url).url.replace(idOf(first), idOf(second)), init),
      })
      const snapshots = await crossed.poll([first], running)
      expect(snapshots.get(first)).toMatchObject({ state: 'fault', error: expect.stringContaining(idOf(second)) })
      expect((await crossed.poll([second], running)).get(second)).toMatchObject({ state: 'completed' })
    } finally {
      await bench.close()
    }
  },
)
