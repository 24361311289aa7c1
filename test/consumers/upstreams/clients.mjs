import { readFile } from 'node:fs/promises'
import { createAlibaba } from '@ai-sdk/alibaba'
import { createBlackForestLabs } from '@ai-sdk/black-forest-labs'
import { createByteDance } from '@ai-sdk/bytedance'
import { createFal } from '@ai-sdk/fal'
import { createGoogle } from '@ai-sdk/google'
import { createMiniMax } from '@ai-sdk/minimax'
import { createReplicate } from '@ai-sdk/replicate'
import { createXai } from '@ai-sdk/xai'
import {
  BedrockRuntimeClient,
  GetAsyncInvokeCommand,
  ListAsyncInvokesCommand,
  StartAsyncInvokeCommand,
} from '@aws-sdk/client-bedrock-runtime'
import { GetObjectCommand, S3Client } from '@aws-sdk/client-s3'
import { createFalClient } from '@fal-ai/client'
import { GoogleGenAI, ResourceScope } from '@google/genai'
import { FetchHttpHandler } from '@smithy/fetch-http-handler'
import { OpenRouter } from '@openrouter/sdk'
import RunwayML from '@runwayml/sdk'
import LumaAI from 'lumaai'
import Together from 'together-ai'
import Replicate from 'replicate'
import { Client as WaveSpeed } from 'wavespeed'

import { createHiggsfieldClient } from '@higgsfield/client/v2'
import { openaiClients } from './openai-clients.mjs'
import { redirected } from './redirected.mjs'
import { fireflyClient } from './firefly.mjs'
import { tencentClient } from './tencent.mjs'
import { googleAuth, klingAt, klingHost, leonardoAt, stabilityAt, withGlobal } from './packages.mjs'

const pause = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds))

/** Polls the AI SDK's start and status until the video is there. */
async function finished(model, options) {
  const { operation } = await model.doStart({ n: 1, providerOptions: {}, ...options })
  for (let look = 0; look < 1200; look++) {
    const answer = await model.doStatus({ operation })
    if (answer.status === 'completed') return answer.videos[0].url
    if (answer.status === 'error') throw new Error(answer.error)
    await pause(50)
  }
  throw new Error('the task did not end')
}

const falHost = 'https://queue.fal.run'

/**
 * Each vendor's client, or the AI SDK's package, unmodified: given a base URL, a key and a model, it makes a video of
 * `request` and answers its URL.
 */
export const clients = [
  {
    name: '@ai-sdk/bytedance',
    // Its schema of an answer leaves out the error.
    tellsReason: false,
    protocol: 'ark',
    run: async ({ baseUrl, apiKey, model, prompt }) => {
      const { videos } = await createByteDance({ apiKey, baseURL: baseUrl })
        .video(model)
        .doGenerate({
          prompt,
          n: 1,
          duration: 4,
          resolution: '480p',
          providerOptions: { bytedance: { pollIntervalMs: 50 } },
        })
      return videos[0].url
    },
  },
  {
    name: '@ai-sdk/alibaba',
    protocol: 'dashscope',
    run: ({ baseUrl, apiKey, model, prompt }) =>
      finished(createAlibaba({ apiKey, videoBaseURL: baseUrl }).video(`wan3/${model}`), {
        prompt,
        duration: 4,
        resolution: '720P',
      }),
    model: 'gamma-1.1-t2v',
  },
  {
    name: '@ai-sdk/minimax',
    protocol: 'minimax',
    run: ({ baseUrl, apiKey, model, prompt }) =>
      finished(createMiniMax({ apiKey, videoBaseURL: baseUrl }).video(model), {
        prompt,
        duration: 10,
        resolution: '768P',
      }),
    model: 'zeta-H3-768p',
  },
  {
    name: '@ai-sdk/fal',
    // It reads errors of videos in a form that fal does not have, and says nothing.
    tellsReason: false,
    protocol: 'fal',
    run: async ({ baseUrl, apiKey, model, prompt }) => {
      const url = await finished(createFal({ apiKey, fetch: redirected(falHost, baseUrl) }).video(`fal-ai/${model}`), {
        prompt,
        duration: 4,
      })
      return url.replace(falHost, baseUrl)
    },
  },
  {
    name: '@fal-ai/client',
    protocol: 'fal',
    run: async ({ baseUrl, apiKey, model, prompt }) => {
      const client = createFalClient({ credentials: apiKey, fetch: redirected(falHost, baseUrl) })
      const endpoint = `owner/${model}`
      const { request_id: requestId } = await client.queue.submit(endpoint, { input: { prompt, duration: '4s' } })
      await client.queue.subscribeToStatus(endpoint, { requestId, mode: 'polling', pollInterval: 50 })
      const { data } = await client.queue.result(endpoint, { requestId })
      return data.video.url.replace(falHost, baseUrl)
    },
    cancel: async ({ baseUrl, apiKey, model, prompt }) => {
      const client = createFalClient({ credentials: apiKey, fetch: redirected(falHost, baseUrl) })
      const endpoint = `owner/${model}`
      const { request_id: requestId } = await client.queue.submit(endpoint, { input: { prompt, duration: 4 } })
      await client.queue.cancel(endpoint, { requestId })
      const { status } = await client.queue.status(endpoint, { requestId })
      return status
    },
  },
  {
    name: '@ai-sdk/replicate',
    protocol: 'replicate',
    run: ({ baseUrl, apiKey, model, prompt }) =>
      finished(createReplicate({ apiToken: apiKey, baseURL: baseUrl }).video(`owner/${model}`), {
        prompt,
        duration: 4,
      }),
  },
  {
    name: 'replicate',
    protocol: 'replicate',
    run: async ({ baseUrl, apiKey, model, prompt }) => {
      const client = new Replicate({ auth: apiKey, baseUrl, useFileOutput: false })
      const created = await client.predictions.create({ model: `owner/${model}`, input: { prompt, duration: 4 } })
      const { status, output, error } = await client.wait(created, { interval: 50 })
      if (status !== 'succeeded') throw new Error(`${status}: ${error}`)
      return output
    },
    cancel: async ({ baseUrl, apiKey, model, prompt }) => {
      const client = new Replicate({ auth: apiKey, baseUrl, useFileOutput: false })
      const { id } = await client.predictions.create({ model: `owner/${model}`, input: { prompt, duration: 4 } })
      return (await client.predictions.cancel(id)).status
    },
  },
  ...openaiClients,
  tencentClient,
  fireflyClient,
  {
    name: '@runwayml/sdk',
    protocol: 'runway',
    run: async ({ baseUrl, apiKey, model, prompt }) => {
      const client = new RunwayML({ apiKey, baseURL: baseUrl, maxRetries: 0 })
      const { id } = await client.textToVideo.create({ model, promptText: prompt, ratio: '1280:720', duration: 4 })
      let task = await client.tasks.retrieve(id)
      while (!['SUCCEEDED', 'FAILED', 'CANCELLED'].includes(task.status)) {
        await pause(50)
        task = await client.tasks.retrieve(id)
      }
      if (task.status !== 'SUCCEEDED') throw new Error(task.failure ?? task.status)
      return task.output[0]
    },
    cancel: async ({ baseUrl, apiKey, model, prompt }) => {
      const client = new RunwayML({ apiKey, baseURL: baseUrl, maxRetries: 0 })
      const { id } = await client.textToVideo.create({ model, promptText: prompt, ratio: '1280:720', duration: 4 })
      await client.tasks.delete(id)
      return (await client.tasks.retrieve(id)).status
    },
  },
  {
    name: 'lumaai',
    protocol: 'luma',
    run: async ({ baseUrl, apiKey, model, prompt }) => {
      const client = new LumaAI({ authToken: apiKey, baseURL: baseUrl, maxRetries: 0 })
      let task = await client.generations.video.create({ model, prompt, duration: '4s', resolution: '720p' })
      while (task.state !== 'completed' && task.state !== 'failed') {
        await pause(50)
        task = await client.generations.get(task.id)
      }
      if (task.state === 'failed') throw new Error(task.failure_reason)
      return task.assets.video
    },
  },
  {
    name: '@ai-sdk/black-forest-labs',
    protocol: 'flux',
    run: ({ baseUrl, apiKey, model, prompt }) =>
      finished(createBlackForestLabs({ apiKey, baseURL: baseUrl }).video(model), { prompt, duration: 5 }),
  },
  {
    name: '@openrouter/sdk',
    // Its errors have their own classes only where their form is right.
    unknownModel: 'NotFoundResponseError',
    protocol: 'openrouter',
    run: async ({ baseUrl, apiKey, model, prompt }) => {
      const { videoGeneration } = new OpenRouter({ apiKey, serverURL: baseUrl, retryConfig: { strategy: 'none' } })
      const videoGenerationRequest = { model, prompt, duration: 4, resolution: '720p', aspectRatio: '16:9' }
      let job = await videoGeneration.generate({ videoGenerationRequest })
      while (job.status === 'pending' || job.status === 'in_progress') {
        await pause(50)
        job = await videoGeneration.getGeneration({ jobId: job.id })
      }
      if (job.status !== 'completed') throw new Error(job.error ?? job.status)
      const content = await new Response(await videoGeneration.getVideoContent({ jobId: job.id })).arrayBuffer()
      return `data:video/mp4;base64,${Buffer.from(content).toString('base64')}`
    },
  },
  {
    name: 'stability-ai',
    protocol: 'stability',
    kind: 'image',
    model: 'beta-5.0',
    run: async ({ baseUrl, apiKey, model, prompt }) => {
      // The package has a method for each model, and no name for one of this service: the address gets it.
      const named = (url, init) => fetch(url.replace('generate/core', model), init)
      const client = stabilityAt({ fetch: named, baseUrl, key: apiKey })
      const { filepath, contentFiltered } = await client.v2beta.stableImage.generate.core(prompt)
      if (contentFiltered) throw new Error('the result is said to be filtered')
      return `data:image/png;base64,${(await readFile(filepath)).toString('base64')}`
    },
  },
  {
    name: 'together-ai',
    protocol: 'together',
    run: async ({ baseUrl, apiKey, model, prompt }) => {
      const client = new Together({ apiKey, baseURL: baseUrl, maxRetries: 0 })
      let video = await client.videos.create({ model, prompt, seconds: '4', resolution: '720p' })
      while (video.status === 'in_progress') {
        await pause(50)
        video = await client.videos.retrieve(video.id)
      }
      if (video.status !== 'completed') throw new Error(video.error?.message ?? video.status)
      return video.outputs.video_url
    },
  },
  {
    name: '@ai-sdk/xai',
    protocol: 'xai',
    run: ({ baseUrl, apiKey, model, prompt }) =>
      finished(createXai({ apiKey, baseURL: baseUrl }).video(model), { prompt, duration: 4 }),
  },
  {
    name: '@ai-sdk/google',
    protocol: 'veo',
    // The package puts the key behind the URL; at Google it goes into a header too, which no log holds.
    fileHeaders: (apiKey) => ({ 'x-goog-api-key': apiKey }),
    run: ({ baseUrl, apiKey, model, prompt }) =>
      finished(createGoogle({ apiKey, baseURL: baseUrl }).video(model), { prompt, duration: 4 }),
  },
  {
    name: '@google/genai',
    protocol: 'vertex',
    run: async ({ baseUrl, apiKey, model, prompt }) => {
      const { models, operations } = new GoogleGenAI({
        enterprise: true,
        project: 'my-project',
        location: 'us-central1',
        httpOptions: { baseUrl, apiVersion: '', baseUrlResourceScope: ResourceScope.COLLECTION },
        ...googleAuth(apiKey),
      })
      let operation = await models.generateVideos({ model, source: { prompt }, config: { durationSeconds: 4 } })
      while (!operation.done) {
        await pause(50)
        operation = await operations.getVideosOperation({ operation })
      }
      if (operation.error !== undefined) throw new Error(JSON.stringify(operation.error))
      return `data:video/mp4;base64,${operation.response.generatedVideos[0].video.videoBytes}`
    },
  },
  {
    name: '@aws-sdk/client-bedrock-runtime',
    protocol: 'bedrock',
    // It signs its requests, which this service cannot check, and gets results in a bucket.
    atService: false,
    model: 'luma.ray-v2:0',
    run: async ({ baseUrl, apiKey, model, prompt }) => {
      const [accessKeyId, secretAccessKey] = apiKey.split(':')
      const credentials = { accessKeyId, secretAccessKey }
      const settings = { region: 'us-east-1', endpoint: baseUrl, credentials, maxAttempts: 1 }
      // By itself it speaks HTTP/2, which neither the fake speaks nor this service.
      const bedrock = new BedrockRuntimeClient({ ...settings, requestHandler: new FetchHttpHandler() })
      await bedrock.send(new ListAsyncInvokesCommand({ maxResults: 1 }))
      const { invocationArn } = await bedrock.send(
        new StartAsyncInvokeCommand({
          modelId: model,
          modelInput: { prompt, duration: '5s' },
          outputDataConfig: { s3OutputDataConfig: { s3Uri: 's3://films-of-mine/made' } },
        }),
      )
      let found = await bedrock.send(new GetAsyncInvokeCommand({ invocationArn }))
      while (found.status === 'InProgress') {
        await pause(50)
        found = await bedrock.send(new GetAsyncInvokeCommand({ invocationArn }))
      }
      if (found.status !== 'Completed') throw new Error(found.failureMessage)
      const [, Bucket, key] = /^s3:\/\/([^/]+)\/(.+)$/.exec(found.outputDataConfig.s3OutputDataConfig.s3Uri)
      const s3 = new S3Client({ ...settings, forcePathStyle: true })
      const { Body } = await s3.send(new GetObjectCommand({ Bucket, Key: `${key}/output.mp4` }))
      return `data:video/mp4;base64,${await Body.transformToString('base64')}`
    },
  },
  {
    name: '@higgsfield/client',
    protocol: 'higgsfield',
    // Its type of an answer has no error.
    tellsReason: false,
    run: async ({ baseUrl, apiKey, model, prompt }) => {
      // At this service, whose keys are one word, the two parts are one key.
      const headers = { Authorization: `Key ${apiKey}` }
      const client = createHiggsfieldClient({ credentials: 'id:secret', baseURL: baseUrl, pollInterval: 50, headers })
      const { status, video } = await client.subscribe(model, { input: { prompt, duration: 4 } })
      if (status !== 'completed') throw new Error(status)
      return video.url
    },
  },
  {
    name: '@leonardo-ai/sdk',
    protocol: 'leonardo',
    // Its answers tell no reason, and it takes only models of its own list, of which this service has none.
    tellsReason: false,
    atService: false,
    model: 'VEO3',
    run: async ({ baseUrl, apiKey, model, prompt }) => {
      const { image, motion } = leonardoAt({ fetch, baseUrl, key: apiKey })
      const { object } = await motion.createTextToVideoGeneration({ model, prompt, duration: 4 })
      for (;;) {
        const { object: found } = await image.getGenerationById(object.motionVideoGenerationJob.generationId)
        const { status, generatedImages } = found.generationsByPk
        if (status === 'FAILED') throw new Error(status)
        if (status === 'COMPLETE') return generatedImages[0].motionMp4URL
        await pause(50)
      }
    },
  },
  ...['text', 'frame', 'references'].map((from) => ({
    name: `kling-api, of ${from}`,
    protocol: 'kling',
    // It makes its tokens itself, of a key that this service has in one word.
    atService: false,
    model: 'kling-v1-6',
    run: ({ baseUrl, model: model_name, prompt }) =>
      withGlobal(redirected(klingHost, baseUrl), async () => {
        const client = klingAt({ accessKey: 'any', secretKey: 'any' })
        const image = 'https://example.com/boat.png'
        const shared = { model_name, prompt, duration: '5', mode: 'std' }
        const [submit, query] = {
          text: [() => client.textToVideo(shared), (id) => client.queryTextToVideoTask(id)],
          frame: [() => client.imageToVideo({ ...shared, image }), (id) => client.queryImageToVideoTask(id)],
          references: [
            () => client.multiImageToVideo({ ...shared, image_list: [{ image }] }),
            (id) => client.queryMultiImageToVideoTask(id),
          ],
        }[from]
        const { data } = await submit()
        const waiting = { interval: 50, showSpinner: false }
        const found = await client.waitForVideoResult(data.task_id, query, waiting)
        return found.data.task_result.videos[0].url.replace(klingHost, baseUrl)
      }),
  })),
  {
    name: 'wavespeed',
    protocol: 'wavespeed',
    run: async ({ baseUrl, apiKey, model, prompt }) => {
      const client = new WaveSpeed(apiKey, { baseUrl, maxRetries: 0 })
      const { outputs } = await client.run(`owner/${model}`, { prompt, duration: 4 }, { pollInterval: 0.05 })
      return outputs[0]
    },
  },
]
