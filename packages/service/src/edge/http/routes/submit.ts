import type { FastifyInstance } from 'fastify'
import type { Submit, SubmitRequest } from '../../../admit/submit.js'
import type { JsonValue } from '../../../base/json.js'
import { sendAnswer, type Answer } from '../answer.js'
import type { HttpContext } from '../context.js'
import { callerOf } from '../hooks/authentication.js'
import type { Origin } from '../origin.js'
import { taskAnswer } from '../task-answer.js'

/** With base64 media; what is not base64 has a far lower limit where bodies are read. In bytes. */
export const largestSubmission = 16 * 1024 * 1024

/** How a submit is answered. Rejects with the problem of a request that is not accepted. */
export type AnswerSubmit = (body: JsonValue | undefined, request: SubmitRequest & Origin) => Promise<Answer>

/** Answers submits with the task that was accepted. */
export function answerSubmits(submit: Submit, context: Pick<HttpContext, 'publicUrl' | 'signer'>): AnswerSubmit {
  return async (body, request) => taskAnswer(await submit(body, request), request, context)
}

/** POST /tasks (interface: Submit a task). */
export function submitRoute(app: FastifyInstance, submit: AnswerSubmit): void {
  app.post<{ Body: JsonValue | undefined }>('/tasks', { bodyLimit: largestSubmission }, async (request, reply) => {
    const { headers, socket, id, span } = request
    const answer = await submit(request.body, {
      caller: callerOf(request),
      headers,
      socket,
      id,
      traceparent: span?.traceparent,
    })
    return sendAnswer(reply, answer)
  })
}
