// What a server costs that has the SDK of the protocol and one tool, and nothing else.
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'

const server = new McpServer({ name: 'plain', version: '1.0.0' })
server.registerTool('hello', { description: 'Says hello.' }, () => ({ content: [{ type: 'text', text: 'hello' }] }))
await server.connect(new StdioServerTransport())
