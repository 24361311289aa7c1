import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { systemClock as policyClock } from '@model-tasks/client/policy'
import type { Mapping } from '@model-tasks/documents/upstreams/interpreter'
import { systemClock } from '../../base/clock.js'
import { InputError } from '../../base/input-error.js'
import { isJsonObject, parseJson, type JsonObject } from '../../base/json.js'
import { silentLog } from '../../base/log.js'
import { sha256 } from '../../base/sha256.js'
import { upstreamCost } from '../../domain/money/upstream-cost.js'
import { creditsOf } from '../../domain/money/credits.js'
import { isTerminal, type TaskRecord } from '../../domain/task/record.js'
import { taskProof } from '../../edge/operator/prove-task.js'
import { placesIn } from '../../keep/data/folder.js'
import { DiskFileStore } from '../../keep/files/disk.js'
import { noOutbox } from '../../keep/store/outbox.js'
import { openStores } from '../../keep/store/open.js'
import type { Stores } from '../../keep/store/stores.js'
import { upstreamProviders } from '../../run/provider/upstreams.js'
import type { Upstream } from '../../settings/settings.js'
import { callService, provingSettings, textIn, type ProvingService, type StartService } from './service.js'

/** What a task at the vendor is made with. */
export interface LiveTrial {
  upstream: Upstream
  /** A submit of the API. */
  request: JsonObject & { model: string }
  /** What the task may cost at the upstream, in micro-credits. */
  limit: number
  /** Where tasks of this upstream are kept, each in a folder of its own: what was bought is found there again by the next run. */
  folder: string
  print: (line: string) => void
  now: () => number
}

/** What became of a task at the vendor. */
export interface LiveOutcome {
  /** Where it was made. */
  host: string
  /** What it might cost at most, and what it cost by the settings of the upstream, in credits; null: they do not tell. */
  max_credits: number
  credits: number | null
  /** What the upstream counted for it. */
  counted: readonly { unit: string; amount: number }[]
  proof: NonNullable<Awaited<ReturnType<typeof taskProof>>>
}

/** How long a task may wait before its upstream was asked, and how often it is looked at, in milliseconds. */
const [unaskedLimit, interval] = [60_000, 500]

/**
 * Has the vendor make one task, once for the same protocol, upstream and request: what was interrupted goes on with the next
 * run, and what has ended is told again. Throws `InputError` where it has not taken the task.
 */
export async function proveLive(mapping: Mapping, trial: LiveTrial, start: StartService): Promise<LiveOutcome> {
  const { upstream, request, limit, print, now } = trial
  const name = sha256(JSON.stringify([mapping, upstream.name, request]))
  // Another task that waits, as after a key was rejected, would be bought beside this one.
  const folder = join(trial.folder, name.slice(0, 16))
  const service = await startAt(folder, { mapping, upstream }, start)
  const closed = once(() => service.close())
  try {
    const stores = await openStores({ databaseUrl: undefined, dataDirectory: folder }, { outbox: noOutbox, now })
    try {
      const id = await submitted(service, { folder, request, name })
      print(`task  ${id} in ${folder}; when this is interrupted, the same command goes on with it`)
      await settled(id, { stores, print, now })
      await closed()
      const task = await stores.tasks.read(id)
      if (task === undefined) throw new TypeError(`${id} is not in ${folder}`)
      if (!isTerminal(task.status)) throw await unfinished(task, upstream.name, stores)
      const proof = await taskProof(id, { ...stores, files: new DiskFileStore(placesIn(folder).files) }, now())
      if (proof === undefined) throw new TypeError(`${id} is not in ${folder}`)
      return {
        host: new URL(upstream.baseUrl).host,
        max_credits: creditsOf(limit),
        credits: creditsCharged(task, upstream),
        counted: task.upstreamUsage ?? [],
        proof,
      }
    } finally {
      await stores.close()
    }
  } finally {
    await closed()
  }
}

/** The same trial. Throws `InputError` where its upstream charges more than the limit, or does not say what it charges. */
export function withinLimit(trial: LiveTrial): LiveTrial {
  const { upstream, request, limit } = trial
  const { name, costs, models } = upstream
  const { model } = request
  if (models?.includes(model) === false)
    throw new InputError(`the upstream ${name} does not take ${model}; it takes ${models.join(', ')}`)
  const cost = costs?.get(model)
  if (cost === undefined)
    throw new InputError(
      `the settings do not say what ${name} charges for ${model}, so that no limit can be kept; set it in its "costs", in credits`,
    )
  if (cost > limit)
    throw new InputError(
      `${name} charges ${creditsOf(cost)} credits for ${model}, more than the ${creditsOf(limit)} of --max-credits; nothing was sent`,
    )
  return trial
}

function startAt(
  folder: string,
  { mapping, upstream }: { mapping: Mapping; upstream: Upstream },
  start: StartService,
): Promise<ProvingService> {
  const provider = upstreamProviders([upstream], silentLog, {
    clock: policyClock,
    mappings: new Map([[mapping.protocol, mapping]]),
    openFiles: async () => new DiskFileStore(placesIn(folder).files),
  })
  const settings = { ...provingSettings, dataDirectory: folder, upstreams: [upstream] }
  return start(settings, { clock: systemClock, provider, log: silentLog })
}

/** Submits the request under that name, which makes one task, and answers its ID. Throws `InputError` where the service rejects it. */
async function submitted(
  service: ProvingService,
  { folder, request, name }: { folder: string; request: JsonObject; name: string },
): Promise<string> {
  const credentials = parseJson(readFileSync(placesIn(folder).credentials, 'utf8'))
  const key = isJsonObject(credentials) ? textIn(credentials, 'apiKey') : ''
  const { status, body } = await callService(service, key, '/tasks', { body: request, idempotencyKey: name })
  if (status === 200) return textIn(body, 'id')
  throw new InputError(`the request is rejected, and nothing was sent: ${JSON.stringify(body['error'] ?? body)}`)
}

/** Resolves once the task has ended, was declined, or was not asked for in time. */
async function settled(
  id: string,
  { stores, print, now }: { stores: Stores } & Pick<LiveTrial, 'print' | 'now'>,
): Promise<void> {
  let told = ''
  for (const begun = now(); ; await delay(interval)) {
    const task = await stores.tasks.read(id)
    if (task === undefined || isTerminal(task.status)) return
    const { state, reference } = task.submission
    const text = `${task.status}, ${reference === undefined ? submissionTexts[state] : `there as ${reference}`}`
    if (text !== told) print(`  ${(told = text)}`)
    const declined = (await stores.queue.refusals(id)).some(({ at }) => at >= begun)
    if (state === 'none' && (declined || now() - begun > unaskedLimit)) return
  }
}

const submissionTexts = { none: 'not asked for', sent: 'asked for', accepted: 'accepted' } as const

/** Why a task has not ended, by what is known after the service has stopped. */
async function unfinished({ id, submission }: TaskRecord, upstream: string, { queue }: Stores): Promise<InputError> {
  if (submission.state !== 'none')
    return new InputError(`${upstream} has or may have the task; the same command follows it to its end`)
  const last = (await queue.refusals(id)).at(-1)
  const why = last === undefined ? 'was not asked for the task' : `declined the task: ${last.proof}`
  return new InputError(
    `${upstream} ${why}; nothing was bought. "upstreams check" tests its key and model IDs; afterwards the same command goes on`,
  )
}

/** What a task came to at its upstream, in credits; null where the settings do not tell. */
function creditsCharged({ model, status, upstreamUsage }: TaskRecord, rates: Upstream): number | null {
  const completed = status === 'completed' ? 1 : 0
  const counted = completed === 1 && upstreamUsage !== undefined ? 1 : 0
  const cost = upstreamCost({ model, completed, counted, upstreamUsage: upstreamUsage ?? [] }, rates)
  return cost === undefined ? null : creditsOf(cost)
}

/** The same action, which happens once. */
function once(act: () => Promise<void>): () => Promise<void> {
  let done: Promise<void> | undefined
  return () => (done ??= act())
}

/** Where tasks of an upstream are kept that were made for a proof. */
export function liveFolder(dataDirectory: string, upstream: string): string {
  return join(placesIn(dataDirectory).root, 'live-proofs', upstream)
}
