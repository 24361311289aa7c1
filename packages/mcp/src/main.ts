import { serveStdio } from '@modelcontextprotocol/server/stdio'
import type { AddressInfo } from 'node:net'
import { parseArgs } from 'node:util'
import { httpHandler, listen } from './http.js'
import { serverFactory } from './server.js'
import { settingsFrom, SettingsError } from './settings.js'

const usage = `Usage: model-tasks-mcp [--http <port>]

An MCP server over the Model Task Service: on standard input and output, or with --http at http://127.0.0.1:<port>/mcp.
Settings, from the environment:
  MODEL_TASKS_BASE_URL          base URL of the service
  MODEL_TASKS_API_KEY           API key; over HTTP, a request may carry its own as a bearer token
  MODEL_TASKS_MCP_TOOLS         few (default), or per-model
  MODEL_TASKS_MCP_BUDGET        credits for all tasks of this process
  MODEL_TASKS_MCP_DAILY_BUDGET  credits for all tasks of a day (UTC)
  MODEL_TASKS_MCP_CONFIRM       whether the user is asked about the cost, where the client can: on (default without a budget), off
  MODEL_TASKS_MCP_STATE         folder for what was submitted (default ~/.local/state/model-tasks-mcp)
`

try {
  const { values } = parseArgs({ options: { http: { type: 'string' }, help: { type: 'boolean', short: 'h' } } })
  const settings = settingsFrom(process.env)
  if (values.help) process.stdout.write(usage)
  else if (values.http === undefined) serveStdio(serverFactory(settings))
  else {
    const port = /^\d{1,5}$/.test(values.http) ? Number(values.http) : NaN
    if (!(port <= 65_535)) throw new SettingsError(`--http is ${JSON.stringify(values.http)}; give a port`)
    const server = await listen(httpHandler(settings), port)
    process.stderr.write(`MCP at http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp\n`)
  }
} catch (error) {
  process.stderr.write(`model-tasks-mcp: ${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 2
}
