import { createReadStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import OpenAI, { AzureOpenAI, toFile } from 'openai'

const pause = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds))

/** Queries a video of OpenAI's package until it is there. */
async function finishedVideo(client, created) {
  let video = created
  while (video.status === 'queued' || video.status === 'in_progress') {
    await pause(50)
    video = await client.videos.retrieve(video.id)
  }
  if (video.status !== 'completed') throw new Error(video.error?.message ?? video.status)
  return video
}

/** The members of a video that the package's type promises of every answer, beside what it was asked for. */
function checkVideo(video, asked) {
  const { completed_at: completed, expires_at: expires, created_at: created, error, progress, status } = video
  const now = Date.now() / 1000
  const isDone = status === 'completed'
  const wrong = Object.entries({
    ...Object.fromEntries(Object.entries(asked).map(([name, value]) => [name, video[name] === value])),
    object: video.object === 'video',
    progress: isDone ? progress === 100 : Number.isInteger(progress) && progress >= 0 && progress < 100,
    created_at: Number.isInteger(created) && Math.abs(now - created) < 600,
    completed_at: isDone ? Number.isInteger(completed) && completed >= created && completed <= now : completed === null,
    expires_at: expires === null || (isDone && Number.isInteger(expires) && expires > completed),
    error: error === null,
    remixed_from_video_id: video.remixed_from_video_id === null,
  }).filter(([, isRight]) => !isRight)
  if (wrong.length > 0) throw new Error(`${wrong.map(([name]) => name)} of ${JSON.stringify(video)}`)
}

/** A PNG of one pixel. */
const picture = await readFile(new URL('boat.png', import.meta.url))

/** OpenAI's package, unmodified: see `clients`. */
export const openaiClients = [
  {
    name: 'openai videos',
    protocol: 'openai-videos',
    run: async ({ baseUrl, apiKey, model, prompt }) => {
      const client = new OpenAI({ apiKey, baseURL: baseUrl, maxRetries: 0 })
      const created = await client.videos.create({ model, prompt, seconds: '4', size: '1280x720' })
      const video = await finishedVideo(client, created)
      const content = await client.videos.downloadContent(video.id)
      return content.url
    },
  },
  {
    name: 'openai at /v1',
    protocol: 'openai-videos',
    path: '/v1',
    // As programs do that know nothing of this service: all is in the environment.
    run: async ({ baseUrl, apiKey, model, prompt }) => {
      Object.assign(process.env, { OPENAI_BASE_URL: baseUrl, OPENAI_API_KEY: apiKey })
      const client = new OpenAI({ maxRetries: 0 })
      const listed = []
      for await (const { id } of client.models.list()) listed.push(id)
      if (listed.length > 0 && !listed.includes(model)) throw new Error(`${model} is not in ${listed}`)
      const created = await client.videos.create({ model, prompt, seconds: '4', size: '1280x720' })
      const video = await finishedVideo(client, created)
      return (await client.videos.downloadContent(video.id)).url
    },
  },
  {
    name: 'openai images',
    kind: 'image',
    protocol: 'openai-videos',
    model: 'beta-5.0',
    run: async ({ baseUrl, apiKey, model, prompt }) => {
      const client = new OpenAI({ apiKey, baseURL: baseUrl, maxRetries: 0 })
      const { data } = await client.images.generate({ model, prompt, size: '2048x2048' })
      return data[0].url
    },
  },
  {
    name: 'openai images of Azure',
    kind: 'image',
    protocol: 'azure',
    model: 'beta-5.0',
    run: async ({ baseUrl, apiKey, model, prompt }) => {
      const client = new AzureOpenAI({ apiKey, baseURL: baseUrl, apiVersion: '2025-04-01-preview', maxRetries: 0 })
      const { data } = await client.images.generate({ model, prompt, size: '2048x2048' })
      return data[0].url
    },
  },
  {
    name: 'openai images, as base64',
    kind: 'image',
    protocol: 'openai-videos',
    path: '/v1',
    model: 'beta-5.0',
    run: async ({ baseUrl, apiKey, model, prompt }) => {
      const client = new OpenAI({ apiKey, baseURL: baseUrl, maxRetries: 0 })
      const { data } = await client.images.generate({ model, prompt, n: 1, response_format: 'b64_json' })
      return `data:image/png;base64,${data[0].b64_json}`
    },
  },
  {
    name: 'openai image edits',
    kind: 'image',
    protocol: 'openai-videos',
    path: '/v1',
    model: 'beta-5.0',
    run: async ({ baseUrl, apiKey, model, prompt }) => {
      const client = new OpenAI({ apiKey, baseURL: baseUrl, maxRetries: 0 })
      const image = [createReadStream(new URL('boat.png', import.meta.url)), await toFile(picture, 'boat.png')]
      const { data } = await client.images.edit({ model, prompt, image, response_format: 'b64_json' })
      return `data:image/png;base64,${data[0].b64_json}`
    },
  },
  {
    name: 'openai videos, from a file',
    protocol: 'openai-videos',
    path: '/v1',
    run: async ({ baseUrl, apiKey, model, prompt }) => {
      const client = new OpenAI({ apiKey, baseURL: baseUrl, maxRetries: 0 })
      const input_reference = await toFile(picture, 'boat.png', { type: 'image/png' })
      const shared = { model, prompt, seconds: '4', size: '1280x720' }
      const video = await finishedVideo(client, await client.videos.create({ ...shared, input_reference }))
      return (await client.videos.downloadContent(video.id)).url
    },
  },
  {
    name: 'openai videos, each member of their type',
    protocol: 'openai-videos',
    path: '/v1',
    // The fakes do not tell when a task ended.
    atFake: false,
    run: async ({ baseUrl, apiKey, model, prompt }) => {
      const client = new OpenAI({ apiKey, baseURL: baseUrl, maxRetries: 0 })
      const asked = { prompt, seconds: '4', size: '720x1280' }
      const created = await client.videos.create({ model, ...asked })
      checkVideo(created, { model, ...asked })
      const video = await finishedVideo(client, created)
      checkVideo(video, { model, ...asked })
      const { data } = await client.videos.list({ limit: 5 })
      checkVideo(data.find(({ id }) => id === video.id) ?? {}, { model, ...asked })
      return (await client.videos.downloadContent(video.id)).url
    },
  },
  {
    name: 'openai videos, listed and deleted',
    protocol: 'openai-videos',
    path: '/v1',
    // The fakes list and delete nothing.
    atFake: false,
    run: async ({ baseUrl, apiKey, model, prompt }) => {
      const { videos } = new OpenAI({ apiKey, baseURL: baseUrl, maxRetries: 0 })
      const shared = { model, prompt, seconds: '4', size: '1280x720' }
      const made = await finishedVideo({ videos }, await videos.create(shared))
      const file = await (await videos.downloadContent(made.id)).arrayBuffer()
      const second = await finishedVideo({ videos }, await videos.create(shared))
      const listed = []
      // A page each, so that the package asks for more than one.
      for await (const { id } of videos.list({ limit: 1 })) listed.push(id)
      if (listed.indexOf(second.id) !== 0 || listed.indexOf(made.id) !== 1) throw new Error(`the list is ${listed}`)
      const { id, deleted } = await videos.delete(made.id)
      if (id !== made.id || deleted !== true) throw new Error(`the delete answered ${id}, ${deleted}`)
      const missing = await videos.downloadContent(made.id).catch((error) => error)
      if (missing?.status !== 404) throw new Error(`a deleted video answered ${missing?.status}`)
      return `data:video/mp4;base64,${Buffer.from(file).toString('base64')}`
    },
  },
]
