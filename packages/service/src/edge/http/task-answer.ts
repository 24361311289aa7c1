import { resultUrls } from '../../keep/results/result-url.js'
import type { OwnedTask } from '../../domain/task/owned.js'
import type { QueuePlace } from '../../domain/task/queue-place.js'
import { taskResource } from '../../domain/task/resource.js'
import type { Answer } from './answer.js'
import type { HttpContext } from './context.js'
import { originOf, type Origin } from './origin.js'

/** Views do not change, and most queries find the same one as the query before. */
const texts = new WeakMap<OwnedTask, string>()

/** What an answer is made with. */
type AnswerContext = Pick<HttpContext, 'publicUrl' | 'signer'>

/** The task as JSON text, with a fresh result URL when it is completed, and with its place where that is given. */
export function taskJson(task: OwnedTask, from: Origin, context: AnswerContext, place?: QueuePlace): string {
  if (task.result !== undefined || place !== undefined) return jsonOf(task, from, context, place)
  const text = texts.get(task) ?? jsonOf(task, from, context)
  texts.set(task, text)
  return text
}

function jsonOf(task: OwnedTask, from: Origin, { publicUrl, signer }: AnswerContext, place?: QueuePlace): string {
  return JSON.stringify(
    taskResource(task, { resultUrls: (completed) => resultUrls(completed, originOf(from, publicUrl), signer), place }),
  )
}

/** One task as an answer. */
export function taskAnswer(task: OwnedTask, from: Origin, context: AnswerContext, place?: QueuePlace): Answer {
  return {
    status: 200,
    headers: ['cache-control', 'no-store', 'content-type', 'application/json; charset=utf-8'],
    body: taskJson(task, from, context, place),
  }
}
