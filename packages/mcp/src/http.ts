import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import {
  createMcpHandler,
  hostHeaderValidationResponse,
  localhostAllowedHostnames,
  localhostAllowedOrigins,
  originValidationResponse,
} from '@modelcontextprotocol/server'
import { serverFactory } from './server.js'
import type { ServerSettings } from './settings.js'

/** Answers MCP requests over streamable HTTP. */
export type HttpHandler = (request: Request) => Promise<Response>

/**
 * A handler for streamable HTTP, for any runtime with Node's modules. It answers requests for this machine alone, unless
 * `hosts` names others: a page that points a name of its own at this address reaches no tool.
 */
export function httpHandler(settings: ServerSettings = {}, hosts: readonly string[] = []): HttpHandler {
  const handler = createMcpHandler(serverFactory(settings))
  const allowed = [...localhostAllowedHostnames(), ...hosts]
  const origins = [...localhostAllowedOrigins(), ...hosts]
  return async (request) =>
    hostHeaderValidationResponse(request, allowed) ??
    originValidationResponse(request, origins) ??
    handler.fetch(request)
}

/** Serves a handler at `/mcp`, on this machine alone. Resolves once it listens. */
export function listen(handler: HttpHandler, port: number): Promise<Server> {
  const server = createServer((incoming, response) => {
    answer(handler, incoming, response).catch((error: unknown) => {
      process.stderr.write(`${String(error)}\n`)
      response.destroy()
    })
  })
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', () => resolve(server))
  })
}

async function answer(handler: HttpHandler, incoming: IncomingMessage, response: ServerResponse): Promise<void> {
  const { method = 'GET', url = '/', headers } = incoming
  if (!/^\/mcp(\?|$)/.test(url)) {
    response.writeHead(404).end()
    return
  }
  const gone = new AbortController()
  response.once('close', () => gone.abort())
  const {
    status,
    headers: answered,
    body,
  } = await handler(
    new Request(new URL(url, `http://${headers.host ?? '127.0.0.1'}`), {
      method,
      headers: Object.entries(headers).flatMap(([name, value]): [string, string][] =>
        value === undefined ? [] : [[name, String(value)]],
      ),
      signal: gone.signal,
      ...(method === 'GET' || method === 'HEAD'
        ? {}
        : { body: Readable.toWeb(incoming) as ReadableStream, duplex: 'half' }),
    }),
  )
  response.writeHead(status, Object.fromEntries(answered))
  if (!body) {
    response.end()
    return
  }
  for await (const chunk of body) if (!response.write(chunk)) await drained(response)
  response.end()
}

function drained(response: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    response.once('drain', resolve)
    response.once('close', resolve)
  })
}
