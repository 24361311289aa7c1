import type { EventEmitter } from 'node:events'
import { IncomingMessage, ServerResponse, type Server } from 'node:http'
import type { Socket } from 'node:net'
import { Duplex } from 'node:stream'
import type { SimulatedProcess } from './machine.js'
import type { Message, Reply } from './network.js'
import { running } from './world.js'

/** The end of a connection that a server holds: what it writes is kept. */
class Connection extends Duplex {
  readonly chunks: Buffer[] = []
  readonly remoteAddress = '10.0.0.99'
  readonly remotePort = 40_000
  readonly encrypted = false

  override _read(): void {
    // The message is given to the server as a whole.
  }

  override _write(chunk: Buffer, _: BufferEncoding, done: () => void): void {
    this.chunks.push(chunk)
    done()
  }

  setTimeout(): this {
    return this
  }
  setNoDelay(): this {
    return this
  }
  setKeepAlive(): this {
    return this
  }
  ref(): this {
    return this
  }
  unref(): this {
    return this
  }
  address(): object {
    return {}
  }
}

/** Gives a message to a Node HTTP server as its parser would, and reads what it writes. Rejects when the server closes the connection without an answer. */
export function exchangeWith(server: Server, process: SimulatedProcess, message: Message): Promise<Reply> {
  return new Promise((resolve, reject) => {
    running.run(process, () => {
      const connection = new Connection()
      const socket = connection as unknown as Socket
      const request = new IncomingMessage(socket)
      request.method = message.method
      request.url = message.url.pathname + message.url.search
      request.httpVersion = '1.1'
      request.httpVersionMajor = 1
      request.httpVersionMinor = 1
      const headers: Record<string, string> = { host: message.url.host, ...message.headers }
      if (message.body.length > 0 || !['GET', 'HEAD', 'DELETE'].includes(message.method))
        headers['content-length'] = String(message.body.length)
      request.headers = headers
      request.rawHeaders = Object.entries(headers).flat()
      const response = new ServerResponse(request)
      response.assignSocket(socket)
      response.on('finish', () => {
        response.detachSocket(socket)
        process.world.after(0, undefined, 'answered', () => {
          try {
            resolve(readReply(Buffer.concat(connection.chunks), message.method))
          } catch (error) {
            reject(error instanceof Error ? error : new Error(String(error)))
          }
        })
      })
      connection.on('error', () => undefined)
      connection.on('close', () => {
        reject(new Error('the server has closed the connection'))
      })
      server.emit('request', request, response)
      if (message.body.length > 0) request.push(Buffer.from(message.body))
      request.push(null)
      request.complete = true
    })
  })
}

/** One HTTP/1.1 answer from its bytes. */
function readReply(bytes: Buffer, method: string): Reply {
  const end = bytes.indexOf('\r\n\r\n')
  if (end === -1) throw new Error('an answer without headers')
  const [first = '', ...lines] = bytes.subarray(0, end).toString('latin1').split('\r\n')
  const status = Number(first.split(' ')[1])
  const headers = lines.map((line): [string, string] => {
    const colon = line.indexOf(':')
    return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()]
  })
  const rest = bytes.subarray(end + 4)
  const chunked = headers.some(([name, value]) => name === 'transfer-encoding' && value === 'chunked')
  const body = method === 'HEAD' ? Buffer.alloc(0) : chunked ? unchunked(rest) : rest
  return { status, headers: headers.filter(([name]) => name !== 'transfer-encoding' && name !== 'connection'), body }
}

function unchunked(bytes: Buffer): Buffer {
  const parts: Buffer[] = []
  for (let at = 0; ;) {
    const line = bytes.indexOf('\r\n', at)
    const size = Number.parseInt(bytes.subarray(at, line).toString('latin1'), 16)
    if (!(size > 0)) return Buffer.concat(parts)
    parts.push(bytes.subarray(line + 2, line + 2 + size))
    at = line + 4 + size
  }
}

/** Makes a Node server listen in the network of the process that asks for it. */
export function listenSimulated(server: Server, process: SimulatedProcess, host: string, port: number): void {
  const { network } = process.world
  const address = `${host}:${port}`
  if (network.isTaken(address)) {
    const error = Object.assign(new Error(`listen EADDRINUSE: ${address}`), { code: 'EADDRINUSE', port })
    process.world.after(0, process, 'listen fails', () => void (server as EventEmitter).emit('error', error))
    return
  }
  network.listen(address, { process, answer: (message) => exchangeWith(server, process, message) })
  Object.assign(server, {
    address: () => ({ address: host, port, family: 'IPv4' }),
    closeIdleConnections: () => undefined,
    closeAllConnections: () => undefined,
    close(done?: () => void) {
      network.close(address)
      process.world.after(0, process, 'closed', () => {
        done?.()
        server.emit('close')
      })
      return server
    },
  })
  Object.defineProperty(server, 'listening', { value: true, configurable: true })
  process.world.after(0, process, 'listening', () => void server.emit('listening'))
}
