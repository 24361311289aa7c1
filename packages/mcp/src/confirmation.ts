import {
  CLIENT_CAPABILITIES_META_KEY,
  inputRequired,
  inputResponse,
  type InputRequiredResult,
  type Server,
  type ServerContext,
} from '@modelcontextprotocol/server'
import { ToolError } from './tool-error.js'

/** Ends a call with a question to the user; the client makes the call again with the answer. */
export class QuestionNeeded extends Error {
  override name = 'QuestionNeeded'
  readonly result: InputRequiredResult

  constructor(result: InputRequiredResult) {
    super('the user is asked')
    this.result = result
  }
}

/** Asks the user whether a task may be paid for. Returns when that was accepted. */
export type Confirm = (model: string, credits: number) => void

/**
 * How this call asks the user; undefined where its client cannot. What it throws: `QuestionNeeded` where no answer has come yet, and
 * `ToolError` where the user declined.
 */
export function confirmationBy(server: Server, { mcpReq }: ServerContext): Confirm | undefined {
  const envelope: Readonly<Record<string, unknown>> = mcpReq.envelope ?? {}
  const declared = envelope[CLIENT_CAPABILITIES_META_KEY] ?? server.getClientCapabilities()
  if (!('elicitation' in Object(declared))) return undefined
  return (model, credits) => {
    const answer = inputResponse(mcpReq.inputResponses, 'cost')
    if (answer.kind !== 'elicit')
      throw new QuestionNeeded(
        inputRequired({
          inputRequests: {
            cost: inputRequired.elicit({
              message: `A task of ${model} costs ${credits} credits. Submit it?`,
              requestedSchema: {
                type: 'object',
                properties: { submit: { type: 'boolean', title: 'Submit the task', default: true } },
                required: ['submit'],
              },
            }),
          },
        }),
      )
    if (answer.action !== 'accept' || answer.content?.['submit'] !== true)
      throw new ToolError('The user did not agree to the cost. Nothing was submitted; do not call again unasked.')
  }
}
