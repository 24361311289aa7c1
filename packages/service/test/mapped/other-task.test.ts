import { expect, test } from 'vitest'
import { mappedProvider } from '../../src/run/provider/mapped/provider.js'
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
      const swapped = (text: string): string => text.replace(idOf(first), idOf(second))
      const crossed = mappedProvider(mapping, bench.upstream, {
        fetchToken: fetch,
        fetch: (url, { body, ...init } = {}) =>
          fetch(swapped(new Request(url).url), typeof body === 'string' ? { ...init, body: swapped(body) } : init),
      })
      const snapshots = await crossed.poll([first], running)
      expect(snapshots.get(first)).toMatchObject({ state: 'fault', error: expect.stringContaining(idOf(second)) })
      expect((await crossed.poll([second], running)).get(second)).toMatchObject({ state: 'completed' })
    } finally {
      await bench.close()
    }
  },
)
