import type { Task } from '@model-tasks/spec'
import type { Call, Context } from '../call/context.js'
import type { Digests, Part, Version } from '../disk/part.js'
import { ProtocolError } from '../errors/protocol-error.js'
import type { ResultOwner } from '../task/owner.js'
import { chunksOf } from './chunks.js'
import { lengthAtHost } from './confirm-end.js'
import { wrongBeginning, wrongType } from '../policy/content-type.js'
import { DigestCheck, digestMismatch } from './digest-check.js'
import { algorithms } from './digest-fields.js'
import { asTheyAre, Distrust, Later, NotTheResult } from './doubt.js'
import { judge, requestHeaders } from './judge.js'
import { lost, requestResult, type Incoming } from './request-result.js'

/** What one download is about, for every attempt at it. */
export interface Job {
  readonly context: Context
  readonly call: Call
  readonly handle: ResultOwner
  readonly task: Task
  readonly part: Part
  /** The call that resumes, for the errors. */
  readonly again: string
  readonly maxBytes: number
  /** The length of the file by its strong ETag, as the first answer stated it. */
  readonly stated: Map<string, number>
  /** Called when the part has grown. */
  readonly onBytes: () => void
}

/** One attempt to receive what the part lacks. Returns when the part is the whole file, as far as its host can prove it. */
export async function receive(job: Job): Promise<void> {
  const { part } = job
  const { total } = part.version
  if (total !== undefined && part.bytes > 0 && part.bytes === total) return verify(job)
  const headers = requestHeaders(part)
  const incoming = await requestResult(job.context, job.call, job.handle, headers, job.again)
  let ends = true
  try {
    const judgement = judge(incoming.response, part)
    if (judgement.kind === 'distrust') throw new Distrust(job, judgement.reason)
    if (judgement.kind === 'retry') throw new Later(job, judgement.reason, judgement.retryAfter)
    if (!('version' in judgement)) throw declined(job, judgement.reason)
    const version = comparedWithStated(job, judgement.version)
    const other = wrongType(version.contentType, job.task)
    if (other !== undefined) throw declined(job, other, asTheyAre)
    const large = tooLarge(job, version.total ?? 0)
    if (large !== undefined) throw declined(job, large)
    if (judgement.kind === 'whole') await part.restart(version)
    ends = judgement.kind === 'rest' || judgement.ends
    if (judgement.kind === 'rest') await store(job, incoming, judgement.upTo, judgement.content)
    else await store(job, incoming, part.version.total)
  } finally {
    incoming.stop()
  }
  if (!ends) await confirmEnd(job)
  return verify(job)
}

/** One strong ETag means the same bytes: a version of another length than an earlier answer stated for it is none of the two. */
function comparedWithStated(job: Job, version: Version): Version {
  const { validator, total } = version
  const stated = validator === undefined ? undefined : job.stated.get(validator)
  if (stated !== undefined && total !== undefined && total !== stated)
    throw new Distrust(job, `its host stated ${stated} and ${total} bytes for the same ETag`)
  if (validator !== undefined && stated === undefined && total !== undefined) job.stated.set(validator, total)
  return { ...version, total: total ?? stated }
}

/** Adds a body to the part, up to a byte that it must not pass; `digests` are those of the body alone. */
async function store(job: Job, incoming: Incoming, upTo: number | undefined, digests: Digests = {}): Promise<void> {
  const { call, part, task, again } = job
  const { total } = part.version
  const check = new DigestCheck(digests)
  for await (const chunk of chunksOf(call, incoming, task, () => part.bytes, again)) {
    if (upTo !== undefined && part.bytes + chunk.byteLength > upTo)
      throw new Distrust(job, `its host sent more than the ${upTo} bytes that it announced`)
    const wrong =
      tooLarge(job, part.bytes + chunk.byteLength) ??
      (part.bytes === 0 ? wrongBeginning(chunk, part.version.contentType) : undefined)
    if (wrong !== undefined) throw new NotTheResult(job, wrong)
    check.update(chunk)
    await part.write(chunk)
    job.onBytes()
  }
  const due = total ?? upTo
  if (due !== undefined && part.bytes < due)
    throw lost(task, `its transfer ended after ${part.bytes} of ${due} bytes`, undefined, again)
  if (part.bytes === 0) throw new NotTheResult(job, 'its host sent an empty file')
  const difference = check.mismatch()
  if (difference !== undefined) throw new Distrust(job, `the bytes of a part do not match ${difference}`)
}

/** Compares the part with the length that its host gives now; where it gives none, the format of the file may prove its end. */
async function confirmEnd(job: Job): Promise<void> {
  const { context, call, handle, again, part, task } = job
  const total = await lengthAtHost(context, call, handle, part.version.validator, again)
  if (total === undefined && (await part.judge(task.object)) === 'whole') return
  if (total === undefined)
    throw declined({ ...job, again: 'open()' }, 'its host does not say how long it is', asTheyAre)
  if (total !== part.bytes) throw new Distrust(job, `its transfer ended after ${part.bytes} of ${total} bytes`)
}

/**
 * Compares the part with each digest that its host gave, and with what its format proves. Where the host stated its length, the
 * file was cut before it came there, and would come so again; otherwise its connection may have ended early.
 */
async function verify(job: Job): Promise<void> {
  const { digests, total } = job.part.version
  for (const algorithm of algorithms) {
    if (digests[algorithm] === undefined) continue
    const difference = digestMismatch(algorithm, digests, await job.part.digest(algorithm))
    if (difference !== undefined) throw new Distrust(job, `its bytes do not match ${difference}`)
  }
  const verdict = await job.part.judge(job.task.object)
  if (typeof verdict !== 'object') return
  const fault = `its bytes are not a whole result: ${verdict.fault}`
  throw total === undefined ? new Distrust(job, fault) : new NotTheResult({ ...job, again: 'open()' }, fault)
}

function tooLarge({ maxBytes }: Job, bytes: number): string | undefined {
  return bytes > maxBytes ? `it is larger than maxBytes (${maxBytes})` : undefined
}

/** The error of a host that does not give the result, or gives something else. What was received before is not worth less for that. */
function declined({ task, again }: Job, reason: string, hint?: string): ProtocolError {
  return new ProtocolError(`result of task ${task.id}: ${reason}`, { taskId: task.id, task, again, hint })
}
