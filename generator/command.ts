import { relative } from 'node:path'
import type { Settings } from './arguments.js'
import { createCatalogueReader } from './read/catalogue.js'
import { loadExtra } from './load/extra.js'
import { formatCount, formatDiagnostic, formatRuns, formatSummary } from './print.js'
import { run } from './run.js'
import { watchFolder } from './watch.js'
import { describeChange } from './write/difference.js'

/** Runs once, and with `watch` again at each change until a signal; prints what came of it and sets the exit code. */
export async function command(settings: Settings): Promise<void> {
  const surroundings = {
    extra: await loadExtra(settings.base),
    readCatalogue: createCatalogueReader(),
    now: () => performance.now(),
  }
  const once = async (): Promise<void> => {
    process.exitCode = await report(settings, () => run(settings, surroundings))
  }
  await once()
  if (settings.mode !== 'watch') return
  const stop = new AbortController()
  process.once('SIGINT', () => {
    stop.abort()
  })
  process.once('SIGTERM', () => {
    stop.abort()
  })
  console.log(`watching ${relative(process.cwd(), settings.spec)}`)
  await watchFolder(settings.spec, stop.signal, () =>
    once().catch((error: unknown) => {
      console.error(error)
    }),
  )
}

/** Prints what came of a run and answers the exit code. */
async function report({ spec, mode, times }: Settings, start: () => ReturnType<typeof run>): Promise<number> {
  const folder = relative(process.cwd(), spec) || '.'
  const outcome = await start()
  for (const diagnostic of outcome.diagnostics) console.error(`${formatDiagnostic(diagnostic, folder)}\n`)
  if (outcome.kind === 'mistakes') {
    console.error(`${formatCount(outcome.diagnostics)}; nothing was written`)
    return 1
  }
  if (times) console.log(formatRuns(outcome.runs))
  console.log(formatSummary({ ...outcome, changed: outcome.changes.length, warnings: outcome.diagnostics.length }))
  if (mode !== 'check' || outcome.changes.length === 0) return 0
  for (const change of outcome.changes) console.error(describeChange(change))
  console.error('generated/ is not what spec/ says; run: npm run generate')
  return 1
}
