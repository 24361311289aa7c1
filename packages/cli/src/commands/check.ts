import { checkRequest, type Migration } from '@model-tasks/validation'
import { requireModel } from '../catalogue.js'
import { invalid } from '../request/invalid.js'
import { withRequiredDefaults } from '../request/required-defaults.js'
import { showFindings } from '../request/show-findings.js'
import { readRequest } from '../request/words.js'
import type { CommonOptions, Session } from '../session.js'
import { quoted } from '../shell.js'
import type { AddCommand } from './command.js'

interface CheckOptions extends CommonOptions {
  as?: string
}

/** `check`: what the catalogue says about a request, without any service. */
export const addCheck: AddCommand = (program, session) => {
  const command = program
    .command('check')
    .summary('check a request against the catalogue; nothing is sent')
    .description(
      'Checks a request against the catalogue. Required parameters that have a default are filled in, as run does; a body from @body.json alone is checked as it would stand on the wire, and nothing is filled in. Nothing is sent and no service is needed.',
    )
    .usage('<model> [name=value ...] [@body.json] [options]')
    .argument('[words...]', 'model, then name=value, arrays by repeating, name:=json, @body.json for a whole body')
    .option('--as <model>', 'say what breaks when the request goes to this model instead, and correct it')
  command.action(async (words: string[]) => {
    const options = command.optsWithGlobals<CheckOptions>()
    const { model, body, whole } = await readRequest(words, session.input)
    session.about.model = model
    if (options.as !== undefined) {
      showMigration(session, await checkRequest(body, { as: requireModel(options.as).id }), options)
      return
    }
    const report = await checkRequest(whole ? body : await withRequiredDefaults(model, body))
    if (options.json === true) session.terminal.out(`${JSON.stringify(report)}\n`)
    if (!report.ok) {
      if (options.json !== true) throw invalid(`the request for ${model}`, report.findings)
      session.exit = 'invalid'
      return
    }
    if (options.json === true) return
    session.terminal.err(showFindings(session.terminal, report.findings))
    session.terminal.out(`${session.terminal.paint.out.good('valid')}   ${model} takes this request\n`)
  })
}

function showMigration(session: Session, migration: Migration, options: CheckOptions): void {
  const { terminal } = session
  const mistaken = migration.remaining.some(({ severity }) => severity === 'error')
  if (mistaken) session.exit = 'invalid'
  if (options.json === true) {
    terminal.out(`${JSON.stringify(migration)}\n`)
    return
  }
  const paint = terminal.paint.err
  for (const change of migration.changes) terminal.err(`${paint.warning(change.kind.padEnd(8))}  ${change.message}\n`)
  if (migration.changes.length === 0 && !mistaken)
    terminal.err(`${paint.good('valid')}     ${String(options.as)} takes this request as it is\n`)
  if (migration.remaining.length > 0)
    terminal.err(`${paint.strong('left to you:')}\n${showFindings(terminal, migration.remaining)}`)
  terminal.out(`${JSON.stringify(migration.request, null, 2)}\n`)
  if (!mistaken)
    terminal.err(
      `${paint.faint('Keep the request in a file and run it:')} model-tasks run ${quoted('@request.json')}\n`,
    )
}
