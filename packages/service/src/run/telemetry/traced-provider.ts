import type { Provider, SentTask, UploadedFiles } from '../../domain/provider/provider.js'
import type { ProviderLane } from '../../domain/provider/provider-set.js'
import type { Tracing } from './tracing.js'
import { withMembers } from './with-members.js'

/** The same lane; each submission to its upstream is a span, whose `traceparent` goes with it. */
export function tracedLane(lane: ProviderLane, tracing: Tracing | undefined): ProviderLane {
  return tracing === undefined ? lane : { ...lane, provider: tracedProvider(lane.queue, lane.provider, tracing) }
}

function tracedProvider(queue: string, provider: Provider, tracing: Tracing): Provider {
  if (provider.kind === 'local') return provider
  const submit = async (task: SentTask, files?: UploadedFiles) => {
    const span = tracing.begin({
      name: `submit to ${queue}`,
      kind: 'client',
      parent: task.traceparent,
      attributes: { 'model_tasks.task': task.id, 'model_tasks.upstream': queue, 'model_tasks.model': task.model },
    })
    const { traceparent } = span
    const answer = await provider.submit(traceparent === undefined ? task : { ...task, traceparent }, files)
    span.end({ 'model_tasks.answer': answer.answer }, answer.answer !== 'accepted')
    return answer
  }
  return withMembers(provider, { submit })
}
