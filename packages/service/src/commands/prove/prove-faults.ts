import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { Mapping } from '@model-tasks/documents/upstreams/interpreter'
import { InputError } from '../../base/input-error.js'
import type { JsonObject } from '../../base/json.js'
import { silentLog } from '../../base/log.js'
import { byKind, type TaskKind } from '../../domain/task/record.js'
import { DiskFileStore } from '../../keep/files/disk.js'
import { upstreamProviders } from '../../run/provider/upstreams.js'
import { upstreamLimits } from '../../settings/settings.js'
import { keyAt } from '../fake/token-desk.js'
import { exampleRequest, type ExampleRequest } from './example-request.js'
import { fastClock } from './fast-clock.js'
import { endOf, faults, type Fault } from './faults.js'
import { promptWith, serveFaultyFake, type FaultyFake } from './faulty-fake.js'
import { callService, provingSettings, textIn, type ProvingService, type StartService } from './service.js'

/** What became of a task that met a fault. */
export interface FaultOutcome {
  kind: TaskKind
  fault: Fault
  model: string
  /** How often the upstream was asked for it, apart from submits that it has proved to reject. */
  asked: number
  /** How often the upstream made it. */
  made: number
  status: string
  error: string | null
  /** Whether its account pays. */
  charged: boolean
  /** Whether it was bought at most once, ended as it should, and is charged as it should be. */
  holds: boolean
}

/** A fault that tasks of a kind cannot meet at this protocol. */
export interface Unmet {
  kind: TaskKind
  fault: Fault
}

/** The service's seconds in one of ours. */
const speed = 10
/** For how long tasks are polled, and how long unknown outcomes are kept, in milliseconds of the service. */
const [pollDeadline, unknownOutcomeDeadline] = [120_000, 60_000]
/** When a task that has not ended is given up, in milliseconds. */
const limit = 90_000
const fakeKey = 'key-of-the-fake'

/**
 * Has a task of each kind meet each of the ten faults at a fake of the protocol: each with a service and a fake of its own, so
 * that none is paused because of another. Throws `InputError` for a protocol that carries no request of the catalogue.
 */
export async function proveFaults(
  mapping: Mapping,
  start: StartService,
): Promise<{ outcomes: FaultOutcome[]; unmet: Unmet[] }> {
  const [outcomes, unmet]: [FaultOutcome[], Unmet[]] = [[], []]
  for (const [kind] of byKind(mapping.operations)) {
    const request = await exampleRequest(mapping, kind)
    const found = await Promise.all(faults.map((fault) => proveFault(mapping, { kind, fault, request }, start)))
    for (const one of found)
      if ('asked' in one) outcomes.push(one)
      else unmet.push(one)
  }
  return { outcomes, unmet }
}

interface Trial {
  kind: TaskKind
  fault: Fault
  request: ExampleRequest
}

async function proveFault(
  mapping: Mapping,
  { kind, fault, request }: Trial,
  start: StartService,
): Promise<FaultOutcome | Unmet> {
  const faulty = await serveFaultyFake(mapping, fakeKey, kind)
  const folder = await mkdtemp(join(tmpdir(), 'model-tasks-prove-'))
  try {
    if (!faulty.faults.includes(fault)) return { kind, fault }
    const service = await serviceAt(mapping, { faulty, folder, model: request.model }, start)
    try {
      const prompt = promptWith(fault, 1)
      const asked = (): number => faulty.submits.get(prompt) ?? 0
      const task = await endedTask(service, { ...request, prompt }, () => asked() > 1)
      return outcomeOf({ kind, fault, request }, task, { asked: asked(), made: faulty.fake.tasks.length })
    } finally {
      await service.close()
    }
  } finally {
    await faulty.fake.close()
    await rm(folder, { recursive: true, force: true })
  }
}

async function serviceAt(
  mapping: Mapping,
  { faulty: { fake }, folder, model }: { faulty: FaultyFake; folder: string; model: string },
  start: StartService,
): Promise<ProvingService> {
  const clock = fastClock(speed, Date.now())
  const upstream = {
    ...upstreamLimits,
    name: mapping.protocol,
    protocol: mapping.protocol,
    baseUrl: fake.baseUrl,
    apiKey: keyAt(mapping, fake, fakeKey),
    models: [model],
    modelIds: {},
    pollDeadline,
  }
  const provider = upstreamProviders([upstream], silentLog, {
    clock,
    mappings: new Map([[mapping.protocol, mapping]]),
    openFiles: async () => new DiskFileStore(join(folder, 'held')),
  })
  const settings = { ...provingSettings, dataDirectory: folder, unknownOutcomeDeadline, upstreams: [upstream] }
  return start(settings, { clock, provider, log: silentLog })
}

/** Submits a request and answers its task, once it has ended or was given up, as it is when it was bought twice. */
async function endedTask(
  service: ProvingService,
  request: ExampleRequest,
  boughtTwice: () => boolean,
): Promise<JsonObject> {
  const key = service.newKey ?? ''
  const submitted = await callService(service, key, '/tasks', { body: request })
  if (submitted.status !== 200)
    throw new InputError(`the service rejects a test request of its own: ${JSON.stringify(submitted.body)}`)
  const path = `/tasks/${textIn(submitted.body, 'id')}`
  for (const begun = Date.now(); ; await delay(100)) {
    const { body } = await callService(service, key, path)
    if (body['status'] === 'completed' || body['status'] === 'failed') return body
    if (boughtTwice() || Date.now() - begun > limit) return body
  }
}

function outcomeOf(
  { kind, fault, request: { model } }: Trial,
  task: JsonObject,
  { asked, made }: Pick<FaultOutcome, 'asked' | 'made'>,
): FaultOutcome {
  const { error, amount } = task
  const status = textIn(task, 'status')
  const said = typeof error === 'string' ? error : null
  const charged = typeof amount === 'number' && amount > 0
  const end = endOf[fault]
  const asExpected = status === end.status && (end.error === undefined ? said === null : end.error.test(said ?? ''))
  return {
    ...{ kind, fault, model, asked, made, charged, status },
    error: said,
    holds: asked <= 1 && made <= 1 && charged === end.charged && asExpected,
  }
}
