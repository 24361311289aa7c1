import type { IncomingMessage } from 'node:http'

/** Where a request came from, as far as URLs in its answer depend on it. */
export type Origin = Pick<IncomingMessage, 'headers' | 'socket'>

const hostForm = /^(?:[A-Za-z0-9.-]+|\[[0-9a-fA-F:]+\])(?::\d{1,5})?$/

/** Where the client reached the service. What a client says about the host only ever comes back to that client. */
export function originOf({ headers: { host }, socket }: Origin, publicUrl: string | undefined): string {
  if (publicUrl !== undefined) return publicUrl
  return `http://${host !== undefined && hostForm.test(host) ? host : `127.0.0.1:${socket.localPort ?? 80}`}`
}
