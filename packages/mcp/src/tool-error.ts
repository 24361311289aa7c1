import { ModelTasksError, RequestInvalidError, type Finding } from '@model-tasks/client'
import type { CallToolResult } from '@modelcontextprotocol/server'

/** A tool call that cannot be carried out, in words for the model that made it. */
export class ToolError extends Error {
  override name = 'ToolError'
}

/** A request that breaks rules of its model; nothing was sent. */
export class RejectedRequest extends Error {
  override name = 'RejectedRequest'
  readonly findings: readonly Finding[]

  constructor(findings: readonly Finding[]) {
    super('the request is invalid')
    this.findings = findings
  }
}

/** The answer for a tool call that failed: our words, with the findings named by parameter where a request is invalid. */
export function failed(error: unknown): CallToolResult {
  if (error instanceof RequestInvalidError || error instanceof RejectedRequest) {
    const findings = error.findings.map(({ rule, severity, parameter, path, message, suggestion }) => ({
      rule,
      severity,
      parameter,
      path,
      message,
      ...(suggestion === undefined ? {} : { suggestion }),
    }))
    const lines = findings.map(({ message }) => `- ${message}`)
    return answer(`The request is invalid, and nothing was submitted:\n${lines.join('\n')}`, {
      error: 'request-invalid',
      findings,
    })
  }
  if (error instanceof ModelTasksError) {
    const { code, message, taskId, task } = error
    return answer(message, {
      error: code,
      ...(taskId === undefined ? {} : { task_id: taskId }),
      ...(task === undefined ? {} : { task: { ...task } }),
    })
  }
  if (error instanceof ToolError) return answer(error.message, { error: 'rejected' })
  return answer(`Internal error: ${error instanceof Error ? error.message : String(error)}`, { error: 'internal' })
}

function answer(text: string, structuredContent: Record<string, unknown>): CallToolResult {
  return { isError: true, content: [{ type: 'text', text }], structuredContent }
}
