import type { Task } from '@model-tasks/spec'
import type { Context } from '../call/context.js'
import type { Answer } from '../policy/answer.js'
import { fromAnswer } from '../transport/response-info.js'
import { isTask, ownTask } from './task.js'

/** The task that was answered, with the caller's own Model ID; undefined where the answer is not a Task. */
export function taskOf({ modelIds }: Pick<Context, 'modelIds'>, answer: Answer): Task | undefined {
  return isTask(answer.json) ? fromAnswer(ownTask(modelIds, answer.json), answer) : undefined
}
