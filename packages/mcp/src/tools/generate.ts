import type { TaskHandle } from '@model-tasks/client'
import { submitOnce } from '../submit-once.js'
import { answerFor, longestWait } from '../task-answer.js'
import { ToolError } from '../tool-error.js'
import { modelSchemas, type ModelSchema } from './model-schemas.js'
import { optionalText, parametersOf, text, waitSeconds, type ModelTasksTool, type ToolContext } from './tool.js'

/** What a call says besides its request. */
const callArguments = {
  request_id: {
    type: 'string',
    description:
      'An ID of your choice for this task. A call with the same ID and request is the same task, paid once, also after a timeout or a restart.',
  },
  wait_seconds: {
    type: 'number',
    description: `How long to wait for the result, from 0 to ${longestWait}. Default 20. A task that takes longer goes on: see get_task.`,
  },
}
/** A client that has tasks may ask for one in place of the result. */
const execution = { taskSupport: 'optional' } as const
const annotations = { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: true }
const costs = 'Costs credits. Answers the result as links, or a task_id for get_task where it takes longer.'

/** Makes a task of any model. */
export const generate: ModelTasksTool = {
  listed: {
    name: 'generate',
    title: 'Generate',
    description: `Makes a video, an image or another result with a model of list_models. ${costs}`,
    inputSchema: {
      type: 'object',
      properties: {
        model: { type: 'string', description: 'The Model ID, from list_models.' },
        parameters: { type: 'object', description: 'The parameters of the model, as describe_model has them.' },
        ...callArguments,
      },
      required: ['model', 'parameters'],
    },
    annotations,
    execution,
  },
  ...making((input) => ({ model: text(input, 'model'), parameters: parametersOf(input) })),
}

/** A tool for each model whose parameters are known, with its schema of the catalogue. */
export function generateTools(): readonly ModelTasksTool[] {
  return modelSchemas().map((schema) => toolFor(schema))
}

function toolFor({ name, model, description, inputSchema }: ModelSchema): ModelTasksTool {
  const { properties, required } = inputSchema
  return {
    listed: {
      // Names with other characters are rejected by some clients.
      name: name.replace(/[^\w-]/g, '_').slice(0, 64),
      description: `${description} ${costs}`,
      inputSchema: { type: 'object', properties: { ...properties, ...callArguments }, ...(required && { required }) },
      annotations,
      execution,
    },
    ...making(({ request_id: _, wait_seconds: __, ...parameters }) => ({
      model,
      parameters: parameters as Record<string, never>,
    })),
  }
}

type Input = Readonly<Record<string, unknown>>

/** What a tool does that makes tasks of the request that its input asks for. */
function making(
  requestOf: (input: Input) => { model: string; parameters: Record<string, never> },
): Pick<ModelTasksTool, 'run'> & Required<Pick<ModelTasksTool, 'start'>> {
  const start = async (input: Input, { session, caller, confirm }: ToolContext): Promise<TaskHandle> => {
    const { model, parameters } = requestOf(input)
    if ('model' in parameters) throw new ToolError('model belongs beside parameters, not into them.')
    const requestId = optionalText(input, 'request_id')
    // A submit that was begun is not cut short: the task would be paid for and not known.
    return submitOnce(session, caller(), { model, parameters, requestId, confirm })
  }
  return {
    start,
    async run(input, context) {
      const wait = waitSeconds(input, 20, longestWait)
      return answerFor(await start(input, context), wait, context.signal)
    },
  }
}
