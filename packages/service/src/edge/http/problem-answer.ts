import type { FastifyReply } from 'fastify'
import type { Problem } from '../../admit/problem.js'
import { sendAnswer, type Answer } from './answer.js'

/** A problem as the answer to the request of that ID. */
export function problemAnswer(problem: Problem, requestId: string): Answer {
  return {
    status: problem.status,
    headers: [
      ...Object.entries({ 'cache-control': 'no-store', ...problem.extra.headers }).flat(),
      'content-type',
      'application/problem+json; charset=utf-8',
    ],
    body: problem.body(requestId),
  }
}

/** Answers with a problem. */
export function sendProblem(reply: FastifyReply, problem: Problem): FastifyReply {
  return sendAnswer(reply, problemAnswer(problem, reply.request.id))
}
