import type { FastifyReply, FastifyRequest } from 'fastify'
import { resultUrl } from '../results/result-url.js'
import type { TaskView } from '../task/record.js'
import { taskResource } from '../task/resource.js'
import type { HttpContext } from './context.js'

const hostForm = /^(?:[A-Za-z0-9.-]+|\[[0-9a-fA-F:]+\])(?::\d{1,5})?$/

/** The task as JSON text, with a fresh result URL when it is completed. */
export function taskJson(task: TaskView, request: FastifyRequest, context: HttpContext): string {
  return JSON.stringify(
    taskResource(task, (completed) => resultUrl(completed, originOf(request, context.publicUrl), context.signer)),
  )
}

/** Answers one task. */
export function sendTask(
  task: TaskView,
  request: FastifyRequest,
  reply: FastifyReply,
  context: HttpContext,
): FastifyReply {
  return reply
    .header('cache-control', 'no-store')
    .type('application/json; charset=utf-8')
    .send(taskJson(task, request, context))
}

/** Where the client reached the service. What a client says about the host only ever comes back to that client. */
function originOf(request: FastifyRequest, publicUrl: string | undefined): string {
  if (publicUrl !== undefined) return publicUrl
  const host = request.headers.host
  return `http://${host !== undefined && hostForm.test(host) ? host : `127.0.0.1:${request.socket.localPort ?? 80}`}`
}
