import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { ModelTasks } from '@model-tasks/client'
import { createProxy } from '@model-tasks/proxy'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { build } from 'esbuild'
import { exampleListener } from '../../../../packages/react/example/server.js'

const model = 'sd_2.0_discount'
const secret = 'a secret of this kit, long enough to sign'
const root = fileURLToPath(new URL('../../../../', import.meta.url))

/** Clients that use the service's own API through a part of this project, as `submits` has those of vendors. `close` ends what they left running. */
export const ownClients = [
  {
    client: 'createProxy',
    path: '/api',
    submit: ({ baseUrl, apiKey, prompt, timeout }) => {
      const settings = { baseUrl, apiKey, secret, models: [model], budget: null, user: () => 'one' }
      const proxy = createProxy(settings)
      const client = new ModelTasks({
        baseUrl: 'https://app.example.com/api',
        apiKey: null,
        fetch: (input, init) => proxy(new Request(input, init)),
        logger: {},
      })
      // A program that makes its call again names it.
      return client.submit(model, { prompt, duration: 4 }, { timeout, idempotencyKey: prompt.replaceAll(/\W/g, '-') })
    },
  },
  pageWithUseSubmit(),
  toolOfMcp(),
]

/** The example of the hooks in Chromium. A page gives up no submit: where none was answered in time, it is reloaded. */
function pageWithUseSubmit() {
  let started
  const tabs = new Map()
  const start = async ({ baseUrl, apiKey }) => {
    const server = createServer(await exampleListener({ baseUrl, apiKey, secret })).listen(0, '127.0.0.1')
    await once(server, 'listening')
    return { server, url: `http://127.0.0.1:${server.address().port}/`, browser: await launchBrowser() }
  }
  return {
    client: 'useSubmit',
    path: '/api',
    async submit({ prompt, timeout, ...service }) {
      const { browser, url } = await (started ??= start(service))
      const known = tabs.get(prompt)
      const tab = known ?? (await (await browser.newContext()).newPage())
      tabs.set(prompt, tab)
      if (known) await tab.reload()
      else {
        await tab.goto(url)
        await tab.locator('[data-status=idle]').waitFor()
        await tab.locator('[name=prompt]').fill(prompt)
        await tab.getByRole('button', { name: 'Make a video' }).click()
      }
      await tab.locator('[data-id]').waitFor({ timeout })
      await tab.context().close()
    },
    async close() {
      const { browser, server } = (await started) ?? {}
      await browser?.close()
      server?.close()
      server?.closeAllConnections()
    },
  }
}

/** The MCP server behind the SDK's client, whose calls give up after a while: made again, a call has the same `request_id`. */
function toolOfMcp() {
  let started
  const start = async ({ baseUrl, apiKey }) => {
    const state = await mkdtemp(join(tmpdir(), 'repeats-mcp-'))
    const client = new Client({ name: 'kit', version: '1.0.0' })
    await client.connect(
      new StdioClientTransport({
        command: process.execPath,
        args: [join(root, 'packages/mcp/bin/model-tasks-mcp.js')],
        env: { MODEL_TASKS_BASE_URL: baseUrl, MODEL_TASKS_API_KEY: apiKey, MODEL_TASKS_MCP_STATE: state },
        stderr: 'ignore',
      }),
    )
    return { client, state }
  }
  return {
    client: '@modelcontextprotocol/sdk',
    path: '/api',
    async submit({ prompt, timeout, ...service }) {
      const { client } = await (started ??= start(service))
      const request = { model, parameters: { prompt, duration: 4 }, request_id: prompt, wait_seconds: 0 }
      const answer = await client.callTool({ name: 'generate', arguments: request }, undefined, { timeout })
      if (answer.isError) throw new Error(answer.content[0]?.text)
    },
    async close() {
      const { client, state } = (await started) ?? {}
      await client?.close()
      if (state !== undefined) await rm(state, { recursive: true, force: true })
    },
  }
}

/** The launcher of the browser tests is TypeScript: it is compiled into a cache beside this file. */
async function launchBrowser() {
  const cache = fileURLToPath(new URL('.cache/', import.meta.url))
  await mkdir(cache, { recursive: true })
  await build({
    entryPoints: [join(root, 'test/browser/launch.ts')],
    outfile: join(cache, 'launch.mjs'),
    ...{ bundle: true, packages: 'external', format: 'esm', platform: 'node', logLevel: 'silent' },
  })
  return (await import(pathToFileURL(join(cache, 'launch.mjs')).href)).launchBrowser()
}
