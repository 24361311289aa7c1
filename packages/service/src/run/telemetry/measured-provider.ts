import {
  ResultGone,
  ResultMissing,
  type Prepared,
  type Provider,
  type Snapshot,
  type SubmitAnswer,
  type UpstreamProvider,
} from '../../domain/provider/provider.js'
import type { ProviderLane } from '../../domain/provider/provider-set.js'
import type { UpstreamAnswer, UpstreamFigures } from './upstream-figures.js'
import { withMembers } from './with-members.js'

type Unprepared = Extract<Prepared, { answer: string }>

/** Milliseconds of a monotonic clock. */
type Elapsed = () => number

/** The same lane; what its upstream answers is counted, and how long files take. */
export function measuredLane(lane: ProviderLane, figures: UpstreamFigures, elapsed: Elapsed): ProviderLane {
  figures.of(lane.queue)
  return { ...lane, provider: measured(lane.queue, lane.provider, figures, elapsed) }
}

function measured(queue: string, provider: Provider, figures: UpstreamFigures, elapsed: Elapsed): Provider {
  if (provider.kind === 'local') return provider
  const prepare = provider.prepare?.bind(provider)
  return withMembers<UpstreamProvider>(provider, {
    ...(prepare === undefined
      ? {}
      : {
          async prepare(task, signal) {
            const prepared = await prepare(task, signal)
            const uploads = 'answer' in prepared ? prepared.own !== true : prepared.files.size > 0
            if (uploads) figures.answered(queue, 'upload', 'answer' in prepared ? answerTo(prepared) : 'done')
            return prepared
          },
        }),
    async submit(task, files) {
      const answer = await provider.submit(task, files)
      figures.answered(queue, 'submit', answerTo(answer))
      return answer
    },
    async poll(references, signal, trace) {
      const snapshots = await provider.poll(references, signal, trace)
      if (!signal.aborted) for (const one of snapshots.values()) figures.answered(queue, 'poll', toldBy(one))
      return snapshots
    },
    async collect(task, directory, signal) {
      const began = elapsed()
      try {
        const file = await provider.collect(task, directory, signal)
        figures.answered(queue, 'file', 'done')
        figures.fetched(queue, elapsed() - began)
        return file
      } catch (error) {
        if (!signal.aborted) figures.answered(queue, 'file', isMissing(error) ? 'missing' : 'fault')
        throw error
      }
    },
  })
}

function answerTo(answer: Unprepared): UpstreamAnswer<'upload'>
function answerTo(answer: SubmitAnswer): UpstreamAnswer<'submit'>
function answerTo(answer: SubmitAnswer): UpstreamAnswer<'submit'> {
  if (answer.answer === 'accepted') return 'done'
  return answer.answer === 'not-accepted' ? (answer.pause?.reason ?? 'unavailable') : answer.answer
}

function toldBy(snapshot: Snapshot): UpstreamAnswer<'poll'> {
  if (snapshot.state === 'fault') return snapshot.pause?.reason ?? 'fault'
  return snapshot.state === 'missing' ? 'missing' : 'done'
}

function isMissing(error: unknown): boolean {
  return error instanceof ResultMissing || error instanceof ResultGone
}
