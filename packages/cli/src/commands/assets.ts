import { openConnection } from '../connection/open-connection.js'
import { defineCommand } from '../definition/command.js'
import { integer } from '../definition/options.js'
import { assetTable } from '../result/asset-page.js'
import { printJson } from '../session.js'

/** List the asset library. */
export const assets = defineCommand({
  name: 'assets',
  group: 'Media',
  summary: 'list the asset library (an extension)',
  description:
    'Lists the files of the asset library of the account, newest first. An extension of the interface: not every service offers it.',
  arguments: [],
  options: { limit: integer('number', 1, 'list at most this many', 20) },
  examples: [{ command: 'assets --limit 100', does: 'list the last 100 assets' }],
  online: true,
  async run(session, { options }) {
    const { client, signal } = await openConnection(session)
    const { data } = await client.listAssets({ limit: options.limit }, { signal })
    const { terminal, globals } = session
    if (globals.json === true) printJson(session, data)
    else if (data.length === 0) terminal.err('The asset library is empty.\n')
    else terminal.out(assetTable(data, terminal.paint.out, terminal.columns))
  },
})
