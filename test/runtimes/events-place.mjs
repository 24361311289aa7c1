// Where streams of events are heard: a real service, a proxy before it, and before both a server that can cut connections.
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, request as send } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ModelTasks } from '@model-tasks/client'
import { createProxy } from '@model-tasks/proxy'
import { nodeListener } from '@model-tasks/proxy/node'
import { startService } from '@model-tasks/service'

/** A task that goes on until it is cancelled. */
const boat = { prompt: '[[delay: 1h]] A paper boat', duration: 4 }

export async function openEventsPlace() {
  const folder = await mkdtemp(join(tmpdir(), 'model-tasks-events-'))
  const service = await startService({ port: 0, dataDirectory: folder, rateLimit: 'off', shutdownTimeout: 0 })
  const apiKey = service.newKey
  const proxy = await listen(
    nodeListener(
      createProxy({
        baseUrl: service.baseUrl,
        apiKey,
        secret: 'a secret of this test, long enough to sign',
        models: ['sd_2.0_discount'],
        budget: null,
        user: () => 'a',
      }),
    ),
  )
  /** The requests of each stream: what they asked to go on behind, and how they were answered. */
  const asked = []
  const open = new Set()
  const client = (baseUrl, key) => new ModelTasks({ baseUrl, apiKey: key, logger: {} })
  const control = {
    '/control/tasks': async ({ by, count }) => {
      const page = by === 'proxy' ? client(`${proxy.url}/api`, null) : client(service.baseUrl, apiKey)
      const handles = await Promise.all(Array.from({ length: count }, () => page.submit('sd_2.0_discount', boat)))
      return handles.map(({ id }) => id)
    },
    // The signature of a proxy stands behind the ID.
    '/control/end': ({ id }) => client(service.baseUrl, apiKey).cancel(id.split('.')[0]),
    '/control/cut': () => {
      for (const response of open) response.destroy()
      return {}
    },
    '/control/asked': () => asked.splice(0),
  }
  const front = await listen(async (request, response) => {
    const handler = control[request.url]
    if (handler !== undefined) {
      let text = ''
      for await (const chunk of request) text += chunk
      const answer = await handler(text === '' ? undefined : JSON.parse(text))
      return void response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer ?? null))
    }
    const [target, path] = request.url.startsWith('/proxy/')
      ? [proxy.url, request.url.slice('/proxy'.length)]
      : [service.baseUrl.replace(/\/api$/, ''), request.url]
    const { host: _, ...headers } = request.headers
    const far = send(`${target}${path}`, { headers }, (answer) => {
      asked.push({ after: headers['last-event-id'] ?? null, status: answer.statusCode })
      response.writeHead(answer.statusCode, answer.headers)
      answer.pipe(response)
      answer.on('error', () => response.destroy())
    })
    far.on('error', () => response.destroy())
    open.add(response)
    response.on('close', () => {
      open.delete(response)
      far.destroy()
    })
    far.end()
  })
  return {
    direct: { url: front.url, apiKey },
    async close() {
      front.close()
      proxy.close()
      await service.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function listen(listener) {
  const server = createServer(listener).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${server.address().port}`,
    close() {
      server.close()
      server.closeAllConnections()
    },
  }
}
