import type { FastifyReply, FastifyRequest } from 'fastify'
import { resultUrl } from '../results/result-url.js'
import type { TaskView } from '../task/record.js'
import { taskResource } from '../task/resource.js'
import type { HttpContext } from './context.js'
import { originOf } from './origin.js'

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
