/**
 * A page of a real Next, which is the example of the hooks: it is built, started, and its route with `createProxy` brings a task from
 * a page's client to a file.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { transform } from 'esbuild'
import { root, run } from './archives.mjs'
import { startPublished } from './service.mjs'

const environment = { NEXT_TELEMETRY_DISABLED: '1' }

/** `project`: where the packages are installed; `place`: the application; `next`: the program. */
export async function checkNext({ project, place, next, report }) {
  await report('Next builds the page of the hooks, and a route that submits on the server', async () => {
    const readme = await readFile(join(root, 'packages/react/README.md'), 'utf8')
    const [, source = ''] = /```tsx\n([\s\S]*?)```/.exec(readme) ?? []
    const { code } = await transform(source, { loader: 'tsx', jsx: 'automatic', format: 'esm' })
    await writeFile(join(place, 'app/page.js'), `'use client'\n${code}\nexport default App\n`)
    // What is linked lies outside of the project.
    await writeFile(join(place, 'next.config.mjs'), "export default { turbopack: { root: '/' } }\n")
    const { stdout, stderr } = await run(process.execPath, [next, 'build'], place, environment)
    if (/warning/i.test(stdout + stderr)) throw new Error(stdout + stderr)
  })
  await report(
    'a route of Next with createProxy brings a task from submit to a file, each user their own',
    async () => {
      const service = await startPublished(project)
      try {
        const { baseUrl, apiKey } = JSON.parse(await readFile(join(project, 'data/local-credentials.json'), 'utf8'))
        const server = await startNext([next, 'start', '--port', '0', '--hostname', '127.0.0.1'], place, {
          MODEL_TASKS_BASE_URL: baseUrl,
          MODEL_TASKS_API_KEY: apiKey,
          PROXY_SECRET: 'a secret of thirty-two characters and more',
        })
        try {
          const page = await (await fetch(server.url)).text()
          if (!page.includes('Make a video')) throw new Error(`the page was not rendered: ${page.slice(0, 500)}`)
          return await throughRoute(project, server.url, apiKey)
        } finally {
          await server.stop()
        }
      } finally {
        await service.stop()
      }
    },
  )
}

/**
 * An application of which Next copies what it has traced, away from its `node_modules`, as into a container. `folder`: where
 * there is none around it; `picture`: a file of 640 pixels in width.
 */
export async function checkStandalone({ folder, place, next, picture, report }) {
  await report('a route of Next, copied with what it has traced, reads media', async () => {
    await run(process.execPath, [next, 'build'], place, environment)
    const copy = join(folder, 'standalone')
    await rename(join(place, '.next/standalone'), copy)
    const server = await startNext(['server.js'], join(copy, place), { PORT: '0', HOSTNAME: '127.0.0.1' })
    try {
      const { probes, unread } = await (await fetch(`${server.url}/media`, { method: 'POST', body: picture })).json()
      if (probes[0]?.width !== 640) throw new Error(`it was not read: ${JSON.stringify(unread)}`)
    } finally {
      await server.stop()
    }
  })
}

async function startNext(words, place, variables) {
  const child = spawn(process.execPath, words, {
    cwd: place,
    env: { ...process.env, ...environment, ...variables },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  const url = await new Promise((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk) => {
        output += String(chunk)
        const [found] = /http:\/\/127\.0\.0\.1:[1-9]\d*/.exec(output) ?? []
        if (found !== undefined && /ready/i.test(output)) resolve(found)
      })
    child.once('close', (code) => reject(new Error(`next ended with ${code}:\n${output}`)))
  })
  return {
    url,
    async stop() {
      child.kill('SIGTERM')
      if (child.exitCode === null && child.signalCode === null) await once(child, 'close')
    },
  }
}

/** The client as it runs in a page: with the cookie of its user and no key. */
async function throughRoute(project, url, apiKey) {
  const { ModelTasks } = await import(
    pathToFileURL(join(project, 'node_modules/@model-tasks/client/dist/index.js')).href
  )
  const clientOf = (user) =>
    new ModelTasks({
      baseUrl: `${url}/api`,
      apiKey: null,
      logger: {},
      fetch: (input, init) =>
        fetch(input, {
          ...init,
          headers: { ...Object.fromEntries(new Headers(init?.headers)), cookie: `user=${user}` },
        }),
    })
  const anna = clientOf('anna')
  const handle = await anna.submit('beta-5.0', { prompt: 'A paper boat' })
  const task = await handle.wait({ timeout: 300_000 })
  const file = Buffer.from(await (await fetch(task.image_url ?? task.result_url)).arrayBuffer())
  if (file.subarray(1, 4).toString() !== 'PNG') throw new Error('the file is not an image')
  await mkdir(join(project, 'made'), { recursive: true })
  await writeFile(join(project, 'made', 'boat.png'), file)
  const foreign = await clientOf('ben')
    .query(handle.id)
    .catch((error) => error)
  if (foreign?.status !== 404)
    throw new Error(`another user was answered ${foreign?.status ?? JSON.stringify(foreign)}`)
  const without = await fetch(`${url}/api/v2/model-center/capabilities`)
  if (without.status !== 401) throw new Error(`no user was answered ${without.status}`)
  const own = { ...task, id: handle.id }
  if (JSON.stringify(own).includes(apiKey)) throw new Error('the key is in an answer')
  return `${file.length} bytes`
}
