import { relative } from 'node:path'
import type { Settings } from './arguments.js'
import { UnreadableSpecError } from './load/spec.js'
import { formatCount, formatDiagnostic, formatRuns, formatSummary } from './print.js'
import { run, type Surroundings } from './run.js'
import { watchFolder } from './watch.js'

/** Where a run says what came of it: each writes a text and a line end. */
export interface Output {
  print: (text: string) => void
  complain: (text: string) => void
}

/** Runs once, and with `watch` again at each change until `stop`; prints what came of it and answers the exit code of the last run. */
export async function command(
  settings: Settings,
  surroundings: Surroundings,
  output: Output,
  stop: AbortSignal,
): Promise<number> {
  let exitCode = await runOnce(settings, surroundings, output)
  if (settings.mode !== 'watch') return exitCode
  output.print(`watching ${relative(process.cwd(), settings.spec)}`)
  await watchFolder(settings.spec, stop, async () => {
    try {
      exitCode = await runOnce(settings, surroundings, output)
    } catch (error) {
      output.complain(error instanceof Error ? (error.stack ?? error.message) : String(error))
    }
  })
  return exitCode
}

/** Prints what came of a run and answers the exit code. */
async function runOnce(settings: Settings, surroundings: Surroundings, { print, complain }: Output): Promise<number> {
  const { spec, mode, times } = settings
  const folder = relative(process.cwd(), spec) || '.'
  const outcome = await run(settings, surroundings).catch((error: unknown) => {
    if (error instanceof UnreadableSpecError) return error
    throw error
  })
  if (outcome instanceof UnreadableSpecError) {
    complain(`${outcome.message}; nothing was written`)
    return 2
  }
  for (const diagnostic of outcome.diagnostics) complain(`${formatDiagnostic(diagnostic, folder)}\n`)
  if (outcome.kind === 'mistakes') {
    complain(`${formatCount(outcome.diagnostics)}; nothing was written`)
    return 1
  }
  if (times && outcome.runs.length > 0) print(formatRuns(outcome.runs))
  print(formatSummary({ ...outcome, changed: outcome.changes.length, warnings: outcome.diagnostics.length }))
  if (mode !== 'check' || outcome.changes.length === 0) return 0
  for (const { kind, path, description = `${kind} ${path}` } of outcome.changes) complain(description)
  complain('generated/ is not what spec/ says; run: npm run generate')
  return 1
}
