import { createAlibaba } from '@ai-sdk/alibaba'
import { createByteDance } from '@ai-sdk/bytedance'
import { createMiniMax } from '@ai-sdk/minimax'
import { createFalClient } from '@fal-ai/client'
import { OpenRouter } from '@openrouter/sdk'
import RunwayML from '@runwayml/sdk'
import { experimental_generateVideo as generateVideo, experimental_startVideo as startVideo } from 'ai'
import LumaAI from 'lumaai'
import OpenAI from 'openai'
import Replicate from 'replicate'
import Together from 'together-ai'
import { redirected } from '../redirected.mjs'

const model = 'sd_2.0_discount'

/** Each client with the retries that it has unless told otherwise: one submit, given up after `timeout` milliseconds. */
export const submits = [
  {
    client: 'openai',
    path: '/v1',
    submit: ({ baseUrl, apiKey, prompt, timeout }) =>
      new OpenAI({ apiKey, baseURL: baseUrl, timeout }).videos.create({ model, prompt, seconds: '4' }),
  },
  {
    client: '@openrouter/sdk',
    path: '/native/openrouter',
    submit: ({ baseUrl, apiKey, prompt, timeout }) =>
      new OpenRouter({ apiKey, serverURL: baseUrl, timeoutMs: timeout }).videoGeneration.generate({
        videoGenerationRequest: { model, prompt, duration: 4, resolution: '720p', aspectRatio: '16:9' },
      }),
  },
  {
    client: 'replicate',
    path: '/native/replicate',
    submit: ({ baseUrl, apiKey, prompt, timeout }) =>
      new Replicate({ auth: apiKey, baseUrl }).predictions.create({
        model: `owner/${model}`,
        input: { prompt, duration: 4 },
        signal: AbortSignal.timeout(timeout),
      }),
  },
  {
    client: '@fal-ai/client',
    path: '/native/fal',
    submit: ({ baseUrl, apiKey, prompt, timeout }) =>
      createFalClient({ credentials: apiKey, fetch: redirected('https://queue.fal.run', baseUrl) }).queue.submit(
        `owner/${model}`,
        { input: { prompt, duration: '4s' }, abortSignal: AbortSignal.timeout(timeout) },
      ),
  },
  {
    client: '@ai-sdk/bytedance',
    path: '/native/ark',
    // It cannot only start a video.
    waits: true,
    submit: ({ baseUrl, apiKey, prompt, timeout }) =>
      generateVideo({
        model: createByteDance({ apiKey, baseURL: baseUrl }).video(model),
        ...{ prompt, duration: 4, abortSignal: AbortSignal.timeout(timeout) },
        providerOptions: { bytedance: { pollIntervalMs: 50 } },
        // The usual one reads nothing of this machine.
        download: async () => ({ data: new Uint8Array([0]), mediaType: 'video/mp4' }),
      }),
  },
  {
    client: '@ai-sdk/alibaba',
    path: '/native/dashscope',
    submit: ({ baseUrl, apiKey, prompt, timeout }) =>
      startVideo({
        model: createAlibaba({ apiKey, videoBaseURL: baseUrl }).video('wan3/gamma-1.1-t2v'),
        ...{ prompt, duration: 4, resolution: '720P', abortSignal: AbortSignal.timeout(timeout) },
      }),
  },
  {
    client: '@ai-sdk/minimax',
    path: '/native/minimax',
    submit: ({ baseUrl, apiKey, prompt, timeout }) =>
      startVideo({
        model: createMiniMax({ apiKey, videoBaseURL: baseUrl }).video('zeta-H3-768p'),
        ...{ prompt, duration: 10, resolution: '768P', abortSignal: AbortSignal.timeout(timeout) },
      }),
  },
  {
    client: '@runwayml/sdk',
    path: '/native/runway',
    submit: ({ baseUrl, apiKey, prompt: promptText, timeout }) =>
      new RunwayML({ apiKey, baseURL: baseUrl, timeout }).textToVideo.create({
        ...{ model, promptText, ratio: '1280:720', duration: 4 },
      }),
  },
  {
    client: 'lumaai',
    path: '/native/luma',
    submit: ({ baseUrl, apiKey, prompt, timeout }) =>
      new LumaAI({ authToken: apiKey, baseURL: baseUrl, timeout }).generations.video.create({
        ...{ model, prompt, duration: '4s', resolution: '720p' },
      }),
  },
  {
    client: 'together-ai',
    path: '/native/together',
    submit: ({ baseUrl, apiKey, prompt, timeout }) =>
      new Together({ apiKey, baseURL: baseUrl, timeout }).videos.create({
        ...{ model, prompt, seconds: '4', resolution: '720p' },
      }),
  },
]
