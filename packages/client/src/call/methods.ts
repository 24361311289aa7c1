// What the methods of a client beyond submit and query call: loaded, as one file, when one of them is called.
import type { JsonValue } from '@model-tasks/spec'
import type { RunAllOptions, Submitter } from '../batch/run-all.js'
import type { Batch, BatchRequest } from '../batch/summary.js'
import type { Journal } from '../journal/journal.js'
import type { ResumeOptions, Resumed } from '../journal/resume.js'
import type { EventsFrom } from '../service/events.js'
import type { TaskEvent } from '../webhooks/event.js'
import type { Call, Context } from './context.js'
import { within } from './within.js'

export {
  account,
  asset,
  cancel,
  capabilities,
  list,
  listAssets,
  models,
  quote,
  uploadAsset,
  valueLists,
} from '../service/extensions.js'

/** Extension `events`: the tasks of the account as they end. */
export async function events(context: Context, call: Call, from?: EventsFrom): Promise<AsyncGenerator<TaskEvent>> {
  const { events: stream } = await within(context, call, () => import('../service/events.js'))
  return stream(context, call, from)
}

/** Runs many requests, a few at a time. */
export async function runAll(
  context: Context,
  call: Call,
  client: Submitter,
  requests: Iterable<BatchRequest>,
  options?: RunAllOptions,
): Promise<Batch> {
  const { runAll: run } = await within(context, call, () => import('../batch/run-all.js'))
  return run(client, requests, options, context)
}

/** Resumes what an earlier process left in a journal. */
export async function resumeAll(
  context: Context,
  call: Call,
  journal: Journal,
  options: ResumeOptions = {},
): Promise<Resumed> {
  const { resumeAll: resume } = await within(context, call, () => import('../journal/resume.js'))
  return resume(context, call, journal, options)
}

/** The parameters of a request with its files uploaded or inlined. */
export async function resolveFiles(
  context: Context,
  call: Call,
  model: string,
  params: object,
): Promise<Record<string, JsonValue>> {
  const { model: _, ...resolved } = await within(context, call, async () =>
    // Nothing is submitted: an identical request is none of its business.
    (await import('../submit/prepare.js')).prepare(context, { ...call, again: true }, model, params, true),
  )
  return resolved
}
