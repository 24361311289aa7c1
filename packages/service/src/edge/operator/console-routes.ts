import { readFile } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { ReadBody } from '../http/body.js'
import { Problem } from '../../admit/problem.js'
import { holdsKey } from '../http/routes/metrics.js'
import { packageFolder } from '../../base/package-folder.js'
import { consoleActions } from './console-actions.js'
import { consolePages } from './console-pages.js'
import { closedPage, signInPage } from './pages/layout.js'
import type { OperatorParts } from './parts.js'
import { sendPage } from './send-page.js'
import { operatorName } from './operator-name.js'
import { Sessions } from './session.js'

/** How long a wrong key is kept waiting, in milliseconds. */
const wrongKeyPause = 500
const longestForm = 16 * 1024

const files = {
  'console.css': 'text/css; charset=utf-8',
  'console.js': 'text/javascript; charset=utf-8',
} as const

/** The operator's console. Its pages work without a script; one renews what is live. */
export async function consoleRoutes(
  app: FastifyInstance,
  parts: OperatorParts | undefined,
  readBody: ReadBody,
): Promise<void> {
  for (const [name, type] of Object.entries(files))
    app.get(`/${name}`, async (_request, reply) =>
      reply
        .headers({ 'cache-control': 'public, max-age=0, must-revalidate', 'x-content-type-options': 'nosniff' })
        .type(type)
        .send(await readFile(new URL(`console/${name}`, packageFolder))),
    )
  if (parts === undefined) {
    app.get('/', (_request, reply) => sendPage(reply, closedPage()))
    return
  }
  const sessions = new Sessions(parts)
  app.decorateRequest('operatorName', '')
  readForms(app, readBody)
  app.addHook('onRequest', (request, _reply, done) => {
    done(
      request.method === 'POST' && !sameOrigin(request)
        ? new Problem('bad-request', 'the form was not sent by this page')
        : undefined,
    )
  })
  app.post<{ Body: URLSearchParams | undefined }>('/sign-in', async ({ body }, reply) => {
    if (!holdsKey({ authorization: `Bearer ${body?.get('key') ?? ''}` }, parts.key)) {
      await parts.clock.delay(wrongKeyPause)
      return sendPage(reply.code(403), signInPage('This is not the admin key.'))
    }
    return reply.header('set-cookie', sessions.begin(operatorName(body?.get('name') ?? ''))).redirect('/console', 303)
  })
  app.post('/sign-out', async ({ headers }, reply) =>
    reply.header('set-cookie', await sessions.end(headers)).redirect('/console', 303),
  )
  await app.register(async (signedIn) => {
    signedIn.addHook('onRequest', async (request, reply) => {
      const who = await sessions.who(request.headers)
      if (who !== undefined) {
        request.operatorName = who
        return undefined
      }
      return request.method === 'POST'
        ? reply.redirect('/console', 303)
        : sendPage(reply.code(401), signInPage(undefined))
    })
    consolePages(signedIn, parts)
    consoleActions(signedIn, parts)
  })
}

/** Reads bodies as forms, regardless of their Content-Type: this page sends no others. */
function readForms(app: FastifyInstance, read: ReadBody): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(
    '*',
    async ({ headers }: FastifyRequest, payload: Readable) =>
      new URLSearchParams((await read(payload, headers, longestForm)).toString()),
  )
}

/** The cookie is not sent by other sites; this also holds for pages of another port or subdomain. */
function sameOrigin({ headers }: FastifyRequest): boolean {
  const site = headers['sec-fetch-site']
  if (site !== undefined) return site === 'same-origin'
  return headers.origin === undefined || /^https?:\/\/(.+)$/.exec(headers.origin)?.[1] === headers.host
}
