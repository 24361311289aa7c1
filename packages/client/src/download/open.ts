import type { Task } from '@model-tasks/spec'
import type { Call, Context } from '../call/context.js'
import { ConnectionError } from '../errors/connection-error.js'
import { ProtocolError } from '../errors/protocol-error.js'
import type { ResultOwner } from '../task/owner.js'
import { chunksOf } from './chunks.js'
import { lengthAtHost } from './confirm-end.js'
import { wrongBeginning, wrongType } from '../policy/content-type.js'
import { DigestCheck } from './digest-check.js'
import { fileNumber, ownerOf, type FileChoice } from './one-of-several.js'
import { judge, requestHeaders, type Held, type Judgement } from './judge.js'
import { requestResult, type Incoming } from './request-result.js'

const nothing: Held = { bytes: 0, version: { digests: {} } }

/**
 * One file of a task's result as a response whose body streams; waits for the task if need be. The body ends only when it is whole:
 * one that is cut, too long, stalls for `requestTimeout`, or does not match a digest of its host fails in place of its end.
 */
export async function open(context: Context, call: Call & FileChoice, owner: ResultOwner): Promise<Response> {
  const handle = ownerOf(owner, fileNumber(call))
  const task = handle.task?.status === 'completed' ? handle.task : await handle.wait(call)
  const about = { taskId: task.id, task, again: 'open()' }
  const incoming = await requestResult(context, call, handle, requestHeaders(nothing), 'open()')
  const { response, stop } = incoming
  const judgement = judge(response, nothing)
  const wrong = judgement.kind === 'whole' ? wrongType(judgement.version.contentType, task) : undefined
  if (judgement.kind !== 'whole' || wrong !== undefined) {
    stop()
    const reason = `result of task ${task.id}: ${wrong ?? ('reason' in judgement ? judgement.reason : '')}`
    if (wrong === undefined && (judgement.kind === 'retry' || judgement.kind === 'decline'))
      throw new ConnectionError(reason, { nothingSent: false, ...about })
    throw new ProtocolError(reason, about)
  }
  const fail = (reason: string): never => {
    throw new ProtocolError(`result of task ${task.id}: ${reason}`, about)
  }
  const confirm = (): Promise<number | undefined> =>
    lengthAtHost(context, call, handle, judgement.version.validator, 'open()')
  const body = streamOf(call, incoming, task).pipeThrough(new TransformStream(whole(judgement, fail, confirm)))
  return new Response(body, { status: response.status, statusText: response.statusText, headers: response.headers })
}

/** The body of an answer, whose failure is an error of this client. */
function streamOf(call: Call, incoming: Incoming, task: Task): ReadableStream<Uint8Array> {
  let bytes = 0
  const chunks = chunksOf(call, incoming, task, () => bytes, 'open()')
  return new ReadableStream({
    async pull(controller) {
      const { value } = await chunks.next()
      if (!value) return controller.close()
      bytes += value.byteLength
      controller.enqueue(value)
    },
    cancel: incoming.stop,
  })
}

/** Passes bytes on, and fails in place of an end that does not prove that they are the whole file. */
function whole(
  { version: { total, digests, contentType }, ends }: Extract<Judgement, { kind: 'whole' }>,
  fail: (reason: string) => never,
  confirm: () => Promise<number | undefined>,
): Transformer<Uint8Array, Uint8Array> {
  const check = new DigestCheck(digests)
  let bytes = 0
  return {
    transform(chunk, controller) {
      const wrong = bytes === 0 ? wrongBeginning(chunk, contentType) : undefined
      if (wrong !== undefined) fail(wrong)
      bytes += chunk.byteLength
      if (total !== undefined && bytes > total) fail(`its host sent more than the ${total} bytes that it announced`)
      check.update(chunk)
      controller.enqueue(chunk)
    },
    async flush() {
      if (bytes === 0) fail('its host sent an empty file')
      const due = total ?? (ends ? undefined : await confirm())
      if (due === undefined && !ends) fail('its host does not say how long it is')
      if (due !== undefined && bytes !== due) fail(`its transfer ended after ${bytes} of ${due} bytes`)
      const difference = check.mismatch()
      if (difference !== undefined) fail(`its bytes do not match ${difference}`)
    },
  }
}
