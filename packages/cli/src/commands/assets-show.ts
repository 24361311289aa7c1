import { openConnection } from '../connection/open-connection.js'
import { defineCommand } from '../definition/command.js'
import { formatAsset } from '../result/asset-page.js'
import { printJson } from '../session.js'

/** Show an asset. */
export const assetsShow = defineCommand({
  name: 'assets show',
  group: 'Media',
  summary: 'show an asset and the state of its review (an extension)',
  description: 'Shows one file of the asset library. An extension of the interface: not every service offers it.',
  arguments: [{ name: 'id', description: 'an asset ID, with or without assetId://' }],
  options: {},
  examples: [{ command: 'assets show asset_1a2b', does: 'show whether an asset is approved' }],
  online: true,
  async run(session, { args: [id = ''] }) {
    const { client, signal } = await openConnection(session)
    session.context.lists = 'assets'
    const asset = await client.asset(id.replace(/^assetId:\/\//i, ''), { signal })
    const { terminal, globals } = session
    if (globals.json === true) printJson(session, asset)
    else terminal.out(formatAsset(asset, terminal.paint.out))
  },
})
