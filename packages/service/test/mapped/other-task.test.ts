import { signs } from '@model-tasks/documents/upstreams/interpreter'
import { expect, test } from 'vitest'
import { mappedProvider } from '../../src/run/provider/mapped/provider.js'
import { asked } from '../support/asked.js'
import type { SentTask } from '../../src/domain/provider/provider.js'
import { mappings, openBench, running, taskFor } from './support.js'

const imageOf = (): SentTask =>
  asked({ id: 'task_1', model: 'beta-5.0', kind: 'image', parameters: { prompt: 'A boat' } })

const withTasks = mappings.flatMap(([protocol, mapping]) => [
  ...(mapping.operations.video?.query === undefined ? [] : [[protocol, 'video', mapping, taskFor(mapping)] as const]),
  ...(mapping.operations.image?.query === undefined ? [] : [[protocol, 'image', mapping, imageOf()] as const]),
])

test.each(withTasks)(
  '%s, %s: an answer about another task says nothing of the one that was asked for, and its file is not taken',
  async (_protocol, _kind, mapping, task) => {
    const bench = await openBench(mapping)
    try {
      const references: string[] = []
      for (let count = 0; count < 2; count += 1) {
        const answer = await bench.provider.submit(task)
        if (answer.answer === 'accepted') references.push(answer.reference)
      }
      const [first = '', second = ''] = references
      bench.pass(1001)
      const idOf = (reference: string): string => decodeURIComponent(reference.split(':')[2] ?? '')
      const swapped = (text: string): string => text.replaceAll(idOf(first), idOf(second))
      const isSigned = signs(mapping.authentication.token)
      const askOther: typeof fetch = (url, { body, ...init } = {}) =>
        fetch(swapped(new Request(url).url), typeof body === 'string' ? { ...init, body: swapped(body) } : init)
      // A request that is signed cannot be made another.
      const answerOther: typeof fetch = async (url, init) => {
        const { status, headers, ...answer } = await fetch(url, init).then(async (response) => ({
          status: response.status,
          headers: response.headers,
          text: await response.text(),
        }))
        return new Response(swapped(answer.text), {
          status,
          headers: { 'content-type': headers.get('content-type') ?? '' },
        })
      }
      const crossed = mappedProvider(mapping, bench.upstream, {
        fetchToken: fetch,
        fetch: isSigned ? answerOther : askOther,
      })
      const snapshots = await crossed.poll([first], running)
      expect(snapshots.get(first)).toMatchObject({ state: 'fault', error: expect.stringContaining(idOf(second)) })
      const snapshot = (await crossed.poll([second], running)).get(second)
      expect(snapshot).toMatchObject({ state: 'completed' })
      if (snapshot?.state !== 'completed') throw new Error('unreachable')
      const collecting = crossed.collect({ ...task, reference: first, snapshot }, bench.directory, running)
      await expect(collecting, 'also where the upstream differs only then').rejects.toThrow(idOf(second))
    } finally {
      await bench.close()
    }
  },
)
