/**
 * A registry of npm on loopback: takes what is published and serves it, and sends every other request on to the registry that npm is
 * set to here. It does what npm asks of one, in memory. (Verdaccio does the same, but cannot be installed from every mirror.)
 */
import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { promisify } from 'node:util'

/** @returns {Promise<{ url: string, published: ReadonlyMap<string, object>, close: () => Promise<void> }>} */
export async function openRegistry() {
  const shell = process.platform === 'win32'
  const { stdout } = await promisify(execFile)('npm', ['config', 'get', 'registry'], { shell })
  const upstream = stdout.trim().replace(/\/$/, '')
  const published = new Map()
  const archives = new Map()

  const server = createServer(async (request, response) => {
    const path = decodeURIComponent(new URL(request.url, 'http://registry').pathname).slice(1)
    const answer = (status, body) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    if (request.method === 'PUT') return answer(201, accept(JSON.parse(await textOf(request))))
    if (archives.has(path)) return response.writeHead(200).end(archives.get(path))
    if (published.has(path)) return answer(200, published.get(path))
    // Ours is what is named like ours: an older release elsewhere is not what is rehearsed.
    if (/^(@model-tasks\/|model-tasks(\/|$)|-\/)/.test(path)) return answer(404, { error: 'not found' })
    response.writeHead(307, { location: `${upstream}${request.url}` }).end()
  })

  /** Keeps a version as `npm publish` sends it, with its archive under an address of this registry. */
  function accept(sent) {
    const known = published.get(sent.name)
    for (const [name, { data }] of Object.entries(sent._attachments))
      archives.set(`files/${name}`, Buffer.from(data, 'base64'))
    for (const version of Object.values(sent.versions))
      version.dist.tarball = `${url}files/${encodeURIComponent(`${sent.name}-${version.version}.tgz`)}`
    published.set(sent.name, { ...sent, _attachments: undefined, versions: { ...known?.versions, ...sent.versions } })
    return { ok: true }
  }

  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${server.address().port}/`
  return {
    url,
    published,
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

/** What npm reads from the environment to use the registry. */
export function toRegistry(url) {
  return { npm_config_registry: url }
}

/** The line of `.npmrc` without which npm publishes nothing, to any registry. */
export function tokenLine(url) {
  return `${url.replace('http:', '')}:_authToken=a-token-of-this-rehearsal\n`
}

async function textOf(request) {
  let text = ''
  for await (const chunk of request) text += chunk
  return text
}
