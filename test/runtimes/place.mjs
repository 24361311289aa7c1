// Where the scenario runs: the fault server of `@model-tasks/client/testing`, and beside it one that serves pages
// and lets a runtime in another process turn the fault switches.
import { createServer, request as send } from 'node:http'
import { once } from 'node:events'
import { faults, startFaultServer } from '@model-tasks/client/testing'

/** @param {Record<string, { type: string, body: string }>} pages what the second server serves, by path */
export async function openPlace(pages = {}) {
  const server = await startFaultServer({ extensions: ['assets'] })
  /** The same, of a service that declares idempotency. */
  const keeping = await startFaultServer({ extensions: ['idempotency'] })
  const named = {
    ...faults,
    failed: faults.taskWith({ status: 'failed', error: 'invalid media type' }),
    /** All of the answer but its last byte. */
    cutAtItsEnd: async ({ accept, request, response }) => {
      const text = JSON.stringify(await accept())
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': String(text.length) })
      response.write(text.slice(0, -1), () => setTimeout(() => request.socket.destroy(), 50))
    },
    asset: faults.status(200, { id: 'a0', object: 'asset', status: 'approved' }),
  }

  const control = {
    '/control/next': ({ route, faults: names, keeps }) => {
      const target = keeps ? keeping : server
      target.next(route, ...names.map((name) => named[name] ?? missing(name)))
      return target.count(route)
    },
    '/control/count': (_, query) => server.count(query.get('route')),
    '/control/kept': () => keeping.tasks.size,
    '/control/last': (_, query) => server.requests.findLast((request) => request.route === query.get('route')) ?? null,
    '/control/received': async (_, query) => {
      await server.received(query.get('route'), Number(query.get('count')))
      return {}
    },
    '/control/result-bytes': () => server.result.length,
  }

  const front = createServer(async (request, response) => {
    const { pathname, searchParams } = new URL(request.url, 'http://front')
    const page = pages[pathname]
    const handler = control[pathname]
    if (page) return void response.writeHead(200, { 'content-type': page.type }).end(page.body)
    if (handler) {
      const body = await textOf(request)
      const answer = await handler(body === '' ? undefined : JSON.parse(body), searchParams)
      return void response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer))
    }
    const [target, prefix] = request.url.startsWith('/keeping/') ? [keeping, '/keeping'] : [server, '']
    pass(request, response, {
      path: request.url.slice(prefix.length),
      from: target.baseUrl.replace(/\/api$/, ''),
      to: `http://${request.headers.host}${prefix}`,
    })
  })
  front.listen(0, '127.0.0.1')
  await once(front, 'listening')
  const origin = `http://127.0.0.1:${front.address().port}`
  const unused = createServer().listen(0, '127.0.0.1')
  await once(unused, 'listening')
  const unusedUrl = `http://127.0.0.1:${unused.address().port}`
  unused.close()
  return {
    server,
    origin,
    /** For runtimes of their own: straight to the fault server. */
    direct: {
      baseUrl: server.baseUrl,
      keepingUrl: keeping.baseUrl,
      apiKey: server.apiKey,
      controlUrl: `${origin}/control`,
      unusedUrl,
    },
    /** For a browser: everything from one origin. */
    sameOrigin: {
      baseUrl: `${origin}/api`,
      keepingUrl: `${origin}/keeping/api`,
      apiKey: server.apiKey,
      controlUrl: `${origin}/control`,
      browser: true,
      resends: true,
    },
    async close() {
      front.closeAllConnections()
      front.close()
      await Promise.all([server.close(), keeping.close()])
    },
  }
}

/** Hands a request on, resets included, and puts this origin in place of the other in what comes back. */
function pass(request, response, { path, from, to }) {
  const onward = send(
    `${from}${path}`,
    { method: request.method, headers: { ...request.headers, connection: 'close' } },
    async (answer) => {
      try {
        const chunks = []
        for await (const chunk of answer) chunks.push(chunk)
        const isJson = String(answer.headers['content-type']).includes('json')
        const body = isJson ? Buffer.from(Buffer.concat(chunks).toString().replaceAll(from, to)) : Buffer.concat(chunks)
        const headers = { ...answer.headers, connection: 'close', 'content-length': String(body.length) }
        delete headers['transfer-encoding']
        response.writeHead(answer.statusCode, headers).end(body)
      } catch {
        request.socket.resetAndDestroy()
      }
    },
  )
  onward.on('error', () => request.socket.resetAndDestroy())
  request.pipe(onward)
}

function missing(name) {
  throw new Error(`the fault server has no fault ${name}`)
}

async function textOf(request) {
  let text = ''
  for await (const chunk of request) text += chunk
  return text
}
