import type { Account } from '@model-tasks/client'
import { formatCount } from '@model-tasks/validation/count'
import { openConnection } from '../connection/open-connection.js'
import { defineCommand } from '../definition/command.js'
import { printable } from '@model-tasks/validation/printable'
import { table } from '../terminal/table.js'
import { printJson } from '../session.js'

/** Show whose key commands use: an extension of the interface. */
export const account = defineCommand({
  name: 'account',
  aliases: ['auth status', 'balance', 'whoami'],
  group: 'Setup',
  summary: 'show whose key commands use, the balance and what the key may do (an extension)',
  description:
    'Asks the service whose API key commands use from this folder: its account, the balance and what the key may do. Exits with 4 where the service does not accept the key. An extension of the interface: not every service offers it.',
  arguments: [],
  options: {},
  examples: [
    { command: 'account', does: 'check the key and the balance' },
    { command: 'account --json', does: 'print both as JSON' },
  ],
  online: true,
  async run(session) {
    const { client, service, signal } = await openConnection(session)
    const { terminal, globals } = session
    const found = await client.account({ signal })
    if (globals.json === true) {
      printJson(session, { ...found, baseUrl: service.baseUrl, from: service.from })
      return
    }
    const rows = [
      ['Service', `${service.baseUrl} (from ${service.from})`],
      ['Account', `${found.name} (${found.id})`],
      ['Credits', balance(found)],
      ['Key', key(found)],
    ]
    terminal.out(
      table(
        rows.map(([name = '', value = '']) => [terminal.paint.out.faint(name), printable(value)]),
        terminal.columns,
        { wrapped: [1] },
      ),
    )
  },
})

function balance({ credits, held }: Account): string {
  if (credits === undefined) return 'not counted for this account'
  return `${credits} to spend${held === undefined || held === 0 ? '' : `, ${held} held by tasks that have not ended`}`
}

function key({ key: { id, name, scopes, expires, tasks_per_day: tasks, credits_per_day: credits } }: Account): string {
  return [
    `${name === '' ? '' : `${name} `}(${id})`,
    `may ${scopes.join(', ')}`,
    ...(typeof tasks === 'number' ? [`${formatCount(tasks, 'task')} a day`] : []),
    ...(typeof credits === 'number' ? [`${formatCount(credits, 'credit')} a day`] : []),
    ...(expires === undefined ? [] : [`expires ${new Date(expires * 1000).toISOString()}`]),
  ].join('; ')
}
