// The page of this folder, with the proxy that keeps the key. In a checkout that is built, with a service on this machine (`npm start`):
//
//     node packages/react/example/server.js
//
// The address of the service and the key come from MODEL_TASKS_BASE_URL and MODEL_TASKS_API_KEY, else from what `npm start` has left.
import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createProxy } from '@model-tasks/proxy'
import { nodeListener } from '@model-tasks/proxy/node'
import { build } from 'esbuild'

const file = fileURLToPath(import.meta.url)
const here = dirname(file)

/** A listener of `http.createServer` with the page and, below `/api`, its proxy. `bundle` has more options of esbuild. */
export async function exampleListener({
  baseUrl,
  apiKey,
  secret = randomBytes(32).toString('hex'),
  user = () => 'you',
  bundle = {},
}) {
  const proxy = nodeListener(
    createProxy({
      baseUrl,
      apiKey,
      secret,
      // An application takes the user from the session of the request.
      user,
      models: ['sd_2.0_discount'],
      budget: { perDay: 1_000 },
      maxUploadBytes: 10_000_000,
    }),
  )
  const { outputFiles } = await build({
    entryPoints: [join(here, 'app.tsx')],
    bundle: true,
    splitting: true,
    minify: true,
    format: 'esm',
    jsx: 'automatic',
    define: { 'process.env.NODE_ENV': '"production"' },
    outdir: here,
    write: false,
    logLevel: 'silent',
    ...bundle,
  })
  const files = new Map(outputFiles.map(({ path, text }) => [path.slice(here.length), ['text/javascript', text]]))
  files.set('/', ['text/html', await readFile(join(here, 'index.html'), 'utf8')])
  return (request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost')
    if (pathname.startsWith('/api/')) return proxy(request, response)
    const [type, text] = files.get(pathname) ?? []
    response.writeHead(type ? 200 : 404, { 'content-type': `${type ?? 'text/plain'}; charset=utf-8` }).end(text)
  }
}

if (process.argv[1] === file) {
  const { env } = process
  const left = await readFile(join(here, '../../../data/local-credentials.json'), 'utf8').catch(() => '{}')
  const { MODEL_TASKS_BASE_URL: baseUrl, MODEL_TASKS_API_KEY: apiKey } = env
  const listener = await exampleListener({
    ...(baseUrl ? { baseUrl, apiKey } : JSON.parse(left)),
    secret: env.PROXY_SECRET,
  })
  const port = Number(env.PORT ?? 3000)
  createServer(listener).listen(port, '127.0.0.1', () => console.log(`http://127.0.0.1:${port}`))
}
