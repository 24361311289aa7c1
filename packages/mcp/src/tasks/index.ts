import type { TaskHandle } from '@model-tasks/client'
import type { CallToolResult, Server, ServerCapabilities, ServerContext } from '@modelcontextprotocol/server'
import type { Caller } from '../session.js'
import { tasksExtension } from './extension.js'
import { formerTasks } from './former.js'

/** What a call of a tool says. */
export interface CallParams {
  readonly arguments?: Readonly<Record<string, unknown>> | undefined
  readonly task?: unknown
}

/**
 * Tasks as a revision of the protocol has them. Each is a task of the service, under its ID, so that it is there after a restart, in
 * another process and beside `get_task`.
 */
export interface ProtocolTasks {
  /** What a server declares that has them. */
  readonly capabilities: ServerCapabilities
  /** Answers the requests about tasks. */
  offer(server: Server, callerOf: () => Caller): void
  /** Whether the answer to this call is to be a task. */
  isWanted(params: CallParams, context: ServerContext): boolean
  /** Submits, and answers the task as the result of a tool call. */
  start(submit: () => Promise<TaskHandle>): Promise<CallToolResult>
}

/** The tasks of the revisions that an instance serves. */
export function tasksOf(era: 'legacy' | 'modern'): ProtocolTasks {
  return era === 'modern' ? tasksExtension : formerTasks
}
