import { readFileSync } from 'node:fs'
import { ProtocolError, Server, type McpServerFactory } from '@modelcontextprotocol/server'
import { confirmationBy, QuestionNeeded } from './confirmation.js'
import { Session } from './session.js'
import type { ServerSettings } from './settings.js'
import { tasksOf } from './tasks/index.js'
import { failed, ToolError } from './tool-error.js'
import { toolsOf } from './tools/index.js'

const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as { version: string }

const instructions =
  'Makes videos, images and more. Find a model with list_models, its parameters with describe_model, its price with cost; then call generate with a request_id of your own, so that a repeated call is the same task. A result that is not there yet comes with get_task. Never submit again because something took long.'

/**
 * Makes the servers of one process, for `serveStdio` or `createMcpHandler`: they share what is recorded and spent. Starting one reads
 * and sends nothing; tools are listed without an API key. Arguments are checked here, not by schemas, so that what is wrong is said
 * as a tool error in words for the model.
 */
export function serverFactory(settings: ServerSettings = {}): McpServerFactory {
  const session = new Session(settings)
  const tools = toolsOf(settings.tools)
  const { confirm = session.ledger.bounded ? 'off' : 'on' } = settings
  const asks = confirm === 'on'
  return ({ era, requestInfo }) => {
    const apiKey = /^Bearer (.+)$/i.exec(requestInfo?.headers.get('authorization') ?? '')?.[1]
    const tasks = tasksOf(era)
    const server = new Server(
      { name: 'model-tasks', version },
      { capabilities: { tools: {}, ...tasks.capabilities }, instructions },
    )
    const caller = () => session.caller(apiKey)
    tasks.offer(server, caller)
    server.setRequestHandler('tools/list', () => ({ tools: tools.map(({ listed }) => listed) }))
    server.setRequestHandler('tools/call', async ({ params }, call) => {
      const tool = tools.find(({ listed }) => listed.name === params.name)
      try {
        if (!tool) throw new ToolError(`There is no tool ${JSON.stringify(params.name)}; there are ${names()}.`)
        const confirm = asks ? confirmationBy(server, call) : undefined
        const context = { session, caller, signal: call.mcpReq.signal, confirm }
        const input = params.arguments ?? {}
        const { start } = tool
        if (start && tasks.isWanted(params, call)) return await tasks.start(() => start(input, context))
        return await tool.run(input, context)
      } catch (error) {
        if (error instanceof QuestionNeeded) return error.result
        if (error instanceof ProtocolError) throw error
        return failed(error)
      }
    })
    return server
  }

  function names(): string {
    return tools.map(({ listed }) => listed.name).join(', ')
  }
}
