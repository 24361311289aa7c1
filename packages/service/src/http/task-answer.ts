import type { FastifyReply, FastifyRequest } from 'fastify'
import { resultName } from '../results/result-key.js'
import type { TaskView } from '../task/record.js'
import { taskResource } from '../task/resource.js'
import type { DoorContext } from './context.js'

const hostForm = /^(?:[A-Za-z0-9.-]+|\[[0-9a-fA-F:]+\])(?::\d{1,5})?$/

/** The task as JSON text, with a fresh result URL when it is completed. */
export function taskJson(task: TaskView, request: FastifyRequest, context: DoorContext): string {
  return JSON.stringify(taskResource(task, (completed) => resultUrl(completed, request, context)))
}

/** Answers one task. */
export function sendTask(task: TaskView, request: FastifyRequest, reply: FastifyReply, context: DoorContext): FastifyReply {
  return reply.header('cache-control', 'no-store').type('application/json; charset=utf-8').send(taskJson(task, request, context))
}

function resultUrl(task: TaskView, request: FastifyRequest, context: DoorContext): string {
  const name = resultName(task.id, task.result?.contentType ?? '')
  return `${originOf(request, context.publicUrl)}/results/${name}?${context.signer.sign(name)}`
}

/** Where the client reached the service. What a client says about the host only ever comes back to that client. */
function originOf(request: FastifyRequest, publicUrl: string | undefined): string {
  if (publicUrl !== undefined) return publicUrl
  const host = request.headers.host
  return `http://${host !== undefined && hostForm.test(host) ? host : `127.0.0.1:${request.socket.localPort ?? 80}`}`
}
