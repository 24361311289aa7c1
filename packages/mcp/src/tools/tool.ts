import type { TaskHandle } from '@model-tasks/client'
import type { CallToolResult, Tool } from '@modelcontextprotocol/server'
import type { Confirm } from '../confirmation.js'
import type { Caller, Session } from '../session.js'
import { ToolError } from '../tool-error.js'

/** What the call of a tool works with. */
export interface ToolContext {
  session: Session
  /** Who calls. Throws ModelTasksError where there is no API key. */
  caller: () => Caller
  signal: AbortSignal
  /** Asks the user whether a task may be paid for, where that is wanted and the client can. */
  confirm: Confirm | undefined
}

/** A tool: how it is listed, and what a call of it does. */
export interface ModelTasksTool {
  readonly listed: Tool
  /** Throws `ToolError`, and what the client throws. */
  run(input: Readonly<Record<string, unknown>>, context: ToolContext): Promise<CallToolResult>
  /** Submits, and waits for nothing: for a client that has tasks. Absent: the tool makes none. Throws as `run` does. */
  readonly start?: (input: Readonly<Record<string, unknown>>, context: ToolContext) => Promise<TaskHandle>
}

/** An argument that must be a string. Throws `ToolError`, which names it. */
export function text(input: Readonly<Record<string, unknown>>, name: string): string {
  const value = input[name]
  if (typeof value === 'string' && value !== '') return value
  throw new ToolError(`${name} must be a string that is not empty; got ${JSON.stringify(value) ?? 'nothing'}.`)
}

/** An argument that may be left out. Throws `ToolError`, which names it. */
export function optionalText(input: Readonly<Record<string, unknown>>, name: string): string | undefined {
  return input[name] === undefined ? undefined : text(input, name)
}

/** The seconds for which a call waits. Throws `ToolError`, which names the argument. */
export function waitSeconds(input: Readonly<Record<string, unknown>>, usual: number, longest: number): number {
  const { wait_seconds: value = usual } = input
  if (typeof value === 'number' && value >= 0 && value <= longest) return value
  throw new ToolError(`wait_seconds must be a number from 0 to ${longest}; got ${JSON.stringify(value)}.`)
}

/** The parameters of a model. Throws `ToolError`, which names the argument. */
export function parametersOf(input: Readonly<Record<string, unknown>>): Record<string, never> {
  const { parameters = {} } = input
  if (typeof parameters === 'object' && parameters !== null && !Array.isArray(parameters))
    return parameters as Record<string, never>
  throw new ToolError('parameters must be an object, such as {"prompt": "A paper boat at dusk"}.')
}

/** An answer as text and as data. */
export function answered(structuredContent: Record<string, unknown>): CallToolResult {
  return { content: [{ type: 'text', text: JSON.stringify(structuredContent) }], structuredContent }
}
