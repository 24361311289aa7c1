import { cancelTask } from './cancel-task.js'
import { cost } from './cost.js'
import { describeModel } from './describe-model.js'
import { generate, generateTools } from './generate.js'
import { getTask } from './get-task.js'
import { listModels } from './list-models.js'
import type { ModelTasksTool } from './tool.js'

/** The tools of a server, in the order in which it lists them. */
export function toolsOf(which: 'few' | 'per-model' = 'few'): readonly ModelTasksTool[] {
  const making = which === 'few' ? [generate] : generateTools()
  return [listModels, describeModel, cost, ...making, getTask, cancelTask]
}
