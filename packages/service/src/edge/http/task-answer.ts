import { resultUrls } from '../../keep/results/result-url.js'
import type { OwnedTask } from '../../domain/task/owned.js'
import { taskResource } from '../../domain/task/resource.js'
import type { Answer } from './answer.js'
import type { HttpContext } from './context.js'
import { originOf, type Origin } from './origin.js'

/** Views do not change, and most queries find the same one as the query before. */
const texts = new WeakMap<OwnedTask, string>()

/** The task as JSON text, with a fresh result URL when it is completed. */
export function taskJson(task: OwnedTask, from: Origin, context: Pick<HttpContext, 'publicUrl' | 'signer'>): string {
  if (task.result !== undefined) return jsonOf(task, from, context)
  const text = texts.get(task) ?? jsonOf(task, from, context)
  texts.set(task, text)
  return text
}

function jsonOf(task: OwnedTask, from: Origin, context: Pick<HttpContext, 'publicUrl' | 'signer'>): string {
  return JSON.stringify(
    taskResource(task, (completed) => resultUrls(completed, originOf(from, context.publicUrl), context.signer)),
  )
}

/** One task as an answer. */
export function taskAnswer(task: OwnedTask, from: Origin, context: Pick<HttpContext, 'publicUrl' | 'signer'>): Answer {
  return {
    status: 200,
    headers: ['cache-control', 'no-store', 'content-type', 'application/json; charset=utf-8'],
    body: taskJson(task, from, context),
  }
}
