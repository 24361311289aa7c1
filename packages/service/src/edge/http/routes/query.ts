import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isTaskId } from '../../../domain/task/id.js'
import type { OwnedTask } from '../../../domain/task/owned.js'
import type { QueuePlace } from '../../../domain/task/queue-place.js'
import { isTerminal } from '../../../domain/task/record.js'
import { sendAnswer, type Answer } from '../answer.js'
import type { Caller } from '../../../admit/callers.js'
import type { HttpContext } from '../context.js'
import { serverTiming } from '../server-timing.js'
import { callerOf } from '../hooks/authentication.js'
import { waitPreference } from '../prefer.js'
import { Problem } from '../../../admit/problem.js'
import type { Origin } from '../origin.js'
import { taskAnswer } from '../task-answer.js'

/** The longest wait for a task, in seconds: less than the minute after which proxies give up. */
export const longestWait = 30

/** How a task of the caller's is answered. */
export interface Query {
  /** At once, where this process has the task, and its place if it waits, in memory; otherwise `find` says more. */
  atHand(id: string, caller: Caller, from: Origin): Answer | undefined
  /** Rejects with the problem of a task that is unknown. */
  find(id: string, caller: Caller, from: Origin): Promise<Answer>
}

/** Answers queries. */
export function queryOf(context: HttpContext): Query {
  const { tasks, engine, clock, places } = context
  const answerFor = (task: OwnedTask, from: Origin, place: QueuePlace | undefined): Answer => {
    const { status, headers, body } = taskAnswer(task, from, context, place)
    return { status, headers: ['server-timing', serverTiming(task, engine, clock.now()), ...headers], body }
  }
  return {
    atHand(id, { account }, from) {
      const task = tasks.recall(account.id, id)
      const place = task && places.atHand(task)
      return task === undefined || place === 'unread' ? undefined : answerFor(task, from, place)
    },
    async find(id, { account }, from) {
      const task = isTaskId(id) ? await tasks.find(account.id, id) : undefined
      if (task === undefined) throw unknownTask()
      return answerFor(task, from, await places.find(task))
    },
  }
}

/**
 * GET /tasks/{id} (interface: Query a task). Another account's task is unknown. With `Prefer: wait=N`, an extension, the answer
 * waits until the task has another status than the caller has seen (`; seen=queued`) or than when it was asked for, up to N seconds.
 */
export function queryRoute(app: FastifyInstance, query: Query, { tasks, waits }: HttpContext): void {
  /** The seconds that the wait was for, where there was one. */
  const waitFor = async (id: string, request: FastifyRequest, reply: FastifyReply): Promise<number | undefined> => {
    const preferred = waitPreference(request.headers.prefer)
    if (preferred === undefined) return undefined
    const seconds = Math.min(preferred.seconds, longestWait)
    const { account } = callerOf(request)
    const task = seconds > 0 && isTaskId(id) ? await tasks.find(account.id, id) : undefined
    if (task === undefined || isTerminal(task.status)) return undefined
    if (preferred.seen !== undefined && preferred.seen !== task.status) return seconds
    const wait = { task: id, status: task.status, account: account.id }
    const end = await waits.wait(wait, seconds * 1000, (gone) => reply.raw.once('close', gone))
    return end === 'declined' ? undefined : seconds
  }
  app.get<{ Params: { id: string } }>('/tasks/:id', async (request, reply) => {
    const { id } = request.params
    const waited = await waitFor(id, request, reply)
    if (waited !== undefined) reply.header('preference-applied', `wait=${waited}`)
    return sendAnswer(reply, await query.find(id, callerOf(request), request))
  })
}

/** The answer for an id that is unknown to this account. */
export function unknownTask(): Problem {
  return new Problem('task-unknown', 'this account has no task with this ID; use the ID that the submit answered')
}
