/**
 * The built proxy, and the provider of the AI SDK, in workerd, without Node's compatibility, in front of the service of MODEL_TASKS_BASE_URL and MODEL_TASKS_API_KEY: a page's
 * client makes a video, hears of the ends of two more, another user does not see it, and what is wrong is said before anything is sent.
 */
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { Miniflare } from 'miniflare'
import { ModelTasks } from '../../../packages/client/dist/index.js'

const root = fileURLToPath(new URL('../../../', import.meta.url))
const { outputFiles } = await build({
  entryPoints: [fileURLToPath(new URL('worker.mjs', import.meta.url))],
  ...{ bundle: true, write: false, minify: true, format: 'esm', platform: 'neutral', mainFields: ['module', 'main'] },
  conditions: ['workerd', 'worker', 'browser', 'import'],
  alias: Object.fromEntries(
    ['ai-sdk', 'proxy'].map((name) => [`@model-tasks/${name}`, `${root}packages/${name}/dist/index.js`]),
  ),
  nodePaths: [`${root}node_modules`],
})
const [{ text: script }] = outputFiles
const bindings = {
  BASE_URL: process.env.MODEL_TASKS_BASE_URL,
  API_KEY: process.env.MODEL_TASKS_API_KEY,
  SECRET: 'a secret of this test, long enough to sign',
}
const runtime = new Miniflare({ modules: true, script, bindings, compatibilityDate: '2026-04-01' })
try {
  const url = await runtime.ready
  const as = (user) =>
    new ModelTasks({ baseUrl: `${url}api`, apiKey: null, headers: { 'x-user': user }, logger: {}, pollInterval: 100 })
  const boat = { prompt: 'A paper boat at dusk', duration: 4, resolution: '480p' }
  const task = await as('one').run('sd_2.0_discount', boat)
  const file = Buffer.from(await (await fetch(task.result_url)).arrayBuffer())
  if (file.toString('latin1', 4, 8) !== 'ftyp') throw new Error('no video came of it')
  await rejects('ApiError 404', as('another').task(task.id).wait())
  // Two streams at once: a request of workerd may not use the connection of another.
  const heard = await Promise.all(
    [1, 2].map(async () => {
      const { id } = await as('one').submit('sd_2.0_discount', { ...boat, prompt: '[[delay: 2s]] A paper boat' })
      for await (const { data } of as('one').events({ tasks: [id] })) return data.id === id && data.status
      return 'nothing'
    }),
  )
  if (heard.some((status) => status !== 'completed')) throw new Error(`the streams of events told ${heard}`)
  await rejects('RequestInvalidError', as('one').run('sd_2.0_discount', { ...boat, duration: 600 }))
  const image = Buffer.from(await (await fetch(`${url}image`)).arrayBuffer())
  if (image.toString('latin1', 1, 4) !== 'PNG') throw new Error(`no image came of it: ${image}`)
  const sent = { method: 'POST', headers: { 'content-type': 'image/png' }, body: image }
  const { id, warnings } = await (await fetch(`${url}from-image`, sent)).json()
  if (typeof id !== 'string' || !/type and size only/.test(warnings))
    throw new Error(`no task came of a file: ${id} ${warnings}`)
  const { status } = await fetch(`${url}api/v2/model-center/capabilities`)
  if (status !== 401) throw new Error(`a request of no user was answered with ${status}`)
  console.log(
    `a video of ${file.length} bytes and an image of ${image.length} through a worker of ${Math.round(script.length / 1024)} KiB`,
  )
} finally {
  await runtime.dispose()
}

async function rejects(name, promise) {
  const error = await promise.then(
    () => undefined,
    (thrown) => thrown,
  )
  const got = [error?.name, error?.status].filter((part) => part !== undefined).join(' ')
  if (got !== name) throw new Error(`expected ${name}, got ${got}: ${error?.message}`)
}
