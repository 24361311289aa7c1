import type { FastifyRequest } from 'fastify'

const hostForm = /^(?:[A-Za-z0-9.-]+|\[[0-9a-fA-F:]+\])(?::\d{1,5})?$/

/** Where the client reached the service. What a client says about the host only ever comes back to that client. */
export function originOf(
  { headers: { host }, socket }: Pick<FastifyRequest, 'headers' | 'socket'>,
  publicUrl: string | undefined,
): string {
  if (publicUrl !== undefined) return publicUrl
  return `http://${host !== undefined && hostForm.test(host) ? host : `127.0.0.1:${socket.localPort ?? 80}`}`
}
