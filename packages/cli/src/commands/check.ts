import type { Migration } from '@model-tasks/validation'
import { defineCommand } from '../definition/command.js'
import { text } from '../definition/options.js'
import { findModel, requireModel } from '../models/catalogue.js'
import { byCurrent, currentValues } from '../models/current-values.js'
import { formatFindings } from '../request/findings.js'
import { invalid } from '../request/invalid.js'
import { checkBody, requestArguments } from '../request/prepare.js'
import { withRequiredDefaults } from '../request/required-defaults.js'
import { readRequest } from '../request/words.js'
import { printJson, typed, type Session } from '../session.js'

/** What the catalogue says about a request, without a service. */
export const check = defineCommand({
  name: 'check',
  group: 'Models',
  summary: 'check a request against the catalogue; nothing is sent',
  description:
    'Checks a request and its local files against the catalogue. Required parameters that have a default are filled in, as run does; a body from @body.json alone is checked as it would be sent, and nothing is filled in. The request is sent nowhere and no service is needed; where one is set that declares them, values that a list has at the moment count, such as voices.',
  arguments: requestArguments,
  options: {
    as: text('model', 'print what changes when the request goes to this model instead, and the corrected request', {
      values: 'model',
    }),
  },
  examples: [
    {
      command: "check sd_2.0_discount prompt='A paper boat' duration=16",
      does: 'find out what is wrong with a request',
    },
    { command: "check beta-5.0 prompt='A paper boat' --as gamma-1.1-t2v", does: 'move a request to another model' },
  ],
  online: true,
  async run(session, { args, options }) {
    const { model, body, whole } = await readRequest(args, { stream: session.input }, session.words)
    const { terminal, globals } = session
    session.context.model = model
    if (options.as !== undefined) {
      const { checkRequest } = await import('@model-tasks/validation')
      printMigration(session, await checkRequest(body, { as: requireModel(options.as).id }), options.as)
      return
    }
    const filled = whole ? body : await withRequiredDefaults(model, body)
    const checked = await checkBody(model, filled, true)
    const known = findModel(model)
    const lists = known === undefined ? [] : await currentValues(session, known)
    const findings = byCurrent(checked.findings, lists, filled, known?.parameters)
    const ok = !findings.some(({ severity }) => severity === 'error')
    if (globals.json === true) printJson(session, { ok, model, findings })
    if (!ok) {
      if (globals.json !== true) throw invalid(`the request for ${model}`, findings, model)
      session.exit = 'invalid'
      return
    }
    if (globals.json === true) return
    terminal.err(formatFindings(terminal, findings))
    terminal.out(`${terminal.paint.out.good('valid')}   ${model} accepts this request\n`)
  },
})

function printMigration(session: Session, migration: Migration, target: string): void {
  const { terminal, globals } = session
  const invalidStill = migration.remaining.some(({ severity }) => severity === 'error')
  if (invalidStill) session.exit = 'invalid'
  if (globals.json === true) {
    printJson(session, migration)
    return
  }
  const paint = terminal.paint.err
  for (const change of migration.changes) terminal.err(`${paint.warning(change.kind.padEnd(8))}  ${change.message}\n`)
  if (migration.changes.length === 0 && !invalidStill)
    terminal.err(`${paint.good('valid')}     ${target} accepts this request as it is\n`)
  if (migration.remaining.length > 0)
    terminal.err(`${paint.strong('left to you:')}\n${formatFindings(terminal, migration.remaining)}`)
  terminal.out(`${JSON.stringify(migration.request, null, 2)}\n`)
  if (!invalidStill)
    terminal.err(
      `${paint.faint('Save the request as request.json and run it:')} ${typed(session, ['run', '@request.json'])}\n`,
    )
}
