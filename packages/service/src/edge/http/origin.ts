import type { IncomingMessage } from 'node:http'
import { hostname } from 'node:os'

/** Where a request came from, as far as URLs in its answer depend on it. */
export type Origin = Pick<IncomingMessage, 'headers' | 'socket'>

const hostForm = /^([A-Za-z0-9.-]+|\[[0-9a-fA-F:.]+\])(?::\d{1,5})?$/
const machine = hostname().toLowerCase()
const loopback = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/i

/**
 * Where the client reached the service: the public URL where there is one. Without it, the Host of the request is repeated only
 * where it names this machine: loopback, its host name, or the address that the connection arrived at. Any other Host is
 * something that only the sender says; the address of the connection stands in its place.
 */
export function originOf({ headers: { host }, socket }: Origin, publicUrl: string | undefined): string {
  if (publicUrl !== undefined) return publicUrl
  const arrivedAt = bracketed(socket.localAddress ?? '127.0.0.1')
  const [, name] = hostForm.exec(host ?? '') ?? []
  const known = name !== undefined && (loopback.test(name) || [arrivedAt, machine].includes(name.toLowerCase()))
  return `http://${known ? host : `${arrivedAt}:${socket.localPort ?? 80}`}`
}

/** An address as it stands in a URL; an IPv4 address that arrived over an IPv6 socket, as itself. */
function bracketed(address: string): string {
  const plain = address.replace(/^::ffff:/i, '').replace(/%.*$/, '')
  return plain.includes(':') ? `[${plain}]` : plain
}
