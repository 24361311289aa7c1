import { connect } from '../connection/connection.js'
import { journalPath } from '../connection/journal.js'
import { profilesPath, readProfiles } from '../connection/profiles.js'
import { defineCommand } from '../definition/command.js'
import { Problem } from '../failure/problem.js'
import { table } from '../terminal/table.js'
import { printJson } from '../session.js'

/** List the profiles and the service that commands use. */
export const configList = defineCommand({
  name: 'config list',
  aliases: ['config show'],
  group: 'Setup',
  summary: 'list the profiles and the service that commands use',
  description: 'Lists the profiles, without their keys, and the service that commands use from this folder.',
  arguments: [],
  options: {},
  examples: [{ command: 'config list', does: 'find out which service commands talk to' }],
  online: false,
  async run(session) {
    const { env, terminal, globals } = session
    const path = profilesPath(env)
    const { profiles, current } = await readProfiles(path)
    const found = await connect(globals, session).catch((error: unknown) => {
      if (error instanceof Problem) return error
      throw error
    })
    const used = found instanceof Problem ? undefined : found
    const problem = found instanceof Problem ? found.message : undefined
    const rows = Object.entries(profiles).map(([name, { baseUrl }]) => ({ name, baseUrl, current: name === current }))
    const journal = used === undefined ? undefined : journalPath(used.baseUrl, env)
    if (globals.json === true) {
      const service = used === undefined ? null : { baseUrl: used.baseUrl, from: used.from, journal: journal ?? null }
      const facts = { file: path, profiles: rows, used: service, ...(problem === undefined ? {} : { problem }) }
      printJson(session, facts)
      return
    }
    if (rows.length > 0)
      terminal.out(
        table(
          rows.map((row) => [row.current ? '*' : ' ', row.name, row.baseUrl]),
          terminal.columns,
        ),
      )
    terminal.out(
      used === undefined
        ? `Commands talk to no service: ${String(problem)}\n`
        : `Commands talk to ${used.baseUrl} (from ${used.from}); journal ${journal ?? 'off'}\n`,
    )
  },
})
