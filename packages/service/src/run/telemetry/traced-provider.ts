import { inTrace } from '../../base/net/trace-context.js'
import type { Provider, UpstreamProvider } from '../../domain/provider/provider.js'
import type { ProviderLane } from '../../domain/provider/provider-set.js'
import type { SpanStart, TracedSpan, Tracing } from './tracing.js'
import { withMembers } from './with-members.js'

/** The same lane; each submission, poll and transfer of files at its upstream is a span, whose `traceparent` goes with its requests. */
export function tracedLane(lane: ProviderLane, tracing: Tracing | undefined): ProviderLane {
  return tracing === undefined ? lane : { ...lane, provider: tracedProvider(lane.queue, lane.provider, tracing) }
}

function tracedProvider(queue: string, provider: Provider, tracing: Tracing): Provider {
  if (provider.kind === 'local') return provider
  const begin = (name: string, parent: string | undefined, attributes: SpanStart['attributes']): TracedSpan =>
    tracing.begin({
      name: `${name} ${queue}`,
      kind: 'client',
      parent,
      attributes: { ...attributes, 'model_tasks.upstream': queue },
    })
  return withMembers<UpstreamProvider>(provider, {
    async submit(task, files) {
      const { id, model } = task
      const span = begin('submit to', task.traceparent, { 'model_tasks.task': id, 'model_tasks.model': model })
      const answer = await inTrace(span.traceparent, () => provider.submit(task, files))
      span.end({ 'model_tasks.answer': answer.answer }, answer.answer !== 'accepted')
      return answer
    },
    async poll(references, signal, trace) {
      const span = begin('poll', trace, { 'model_tasks.tasks': references.length })
      const snapshots = await inTrace(span.traceparent, () => provider.poll(references, signal))
      const states = new Set([...snapshots.values()].map(({ state }) => state))
      span.end({ 'model_tasks.states': [...states].join(' ') }, states.has('fault'))
      return snapshots
    },
    async collect(task, directory, signal) {
      const span = begin('fetch files from', task.traceparent, { 'model_tasks.task': task.id })
      try {
        const file = await inTrace(span.traceparent, () => provider.collect(task, directory, signal))
        span.end({ 'model_tasks.bytes': file.bytes }, false)
        return file
      } catch (error) {
        span.end({}, true)
        throw error
      }
    },
  })
}
