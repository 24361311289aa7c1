import { printable } from '@model-tasks/validation/printable'
import { UsageError } from '../definition/usage-error.js'
import { Problem } from '../failure/problem.js'
import { taskCommand } from '../failure/next-command.js'
import type { ErrorContext } from '../failure/failure.js'

/** The lines that `--jq` makes of a value, each with its line break. Throws a Problem where the expression does not fit the value. */
export type Filter = (value: unknown, context: ErrorContext) => string

/**
 * Compiles a jq expression. As with gh, a string is printed as it is, null as an empty line, and an object or array as
 * JSON on one line. `toTerminal`: strings of the service must not change the terminal. Throws `UsageError` for an
 * expression that is not one.
 */
export async function compileFilter(expression: string, toTerminal: boolean): Promise<Filter> {
  const { JqError, loadJq } = await import('jq-wasm')
  const jq = await loadJq()
  const { exitCode, stderr } = jq.raw('', expression, plain)
  if (exitCode !== 0) throw new UsageError(`--jq: ${compileMessage(stderr)}`)
  const formatted = (value: unknown): string => {
    const line = typeof value === 'string' ? value : value === null ? '' : JSON.stringify(value)
    return `${toTerminal ? printable(line) : line}\n`
  }
  return (value, context) => {
    try {
      return jq.json(JSON.stringify(value), expression, plain).map(formatted).join('')
    } catch (error) {
      if (!(error instanceof JqError)) throw error
      throw notApplicable(printable(error.stderr.replace(/^jq: error \(at [^)]*\): /, '')), context)
    }
  }
}

/** Makes an expression that begins with a dash no option of jq's own. */
const plain = ['--']

/** What jq says of an expression, without its name: `syntax error, unexpected end of file, line 1, column 3:` and the place. */
function compileMessage(stderr: string): string {
  return stderr
    .replace(/\njq: \d+ compile errors?\s*$/, '')
    .replace(/^jq: error: /gm, '')
    .replaceAll(' at <top-level>, line', ', line')
    .trimEnd()
}

/** The error of a result that the expression cannot be applied to: the result is there, and only its output is missing. */
function notApplicable(why: string, { taskId, reached }: ErrorContext): Problem {
  const kept = taskId === undefined || reached === 'nothing' ? '' : `; task ${taskId} is ${reached}`
  return new Problem(
    `--jq: ${why}${kept}`,
    'unexpected',
    taskId === undefined ? [] : [taskCommand('get', taskId, '--json')],
  )
}
