import type { FastifyReply } from 'fastify'
import type { Html } from './html.js'

const pageHeaders = {
  'cache-control': 'no-store',
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; media-src 'self'; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  'cross-origin-opener-policy': 'same-origin',
  'referrer-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
} as const

/** Answers a page of the console, which runs no script but its own and is shown in no frame. */
export function sendPage(reply: FastifyReply, page: Html): FastifyReply {
  return reply.headers(pageHeaders).type('text/html; charset=utf-8').send(page.text)
}
