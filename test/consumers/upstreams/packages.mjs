import { createRequire } from 'node:module'
import { PassThrough, Readable } from 'node:stream'
import { createAlibaba } from '@ai-sdk/alibaba'
import { createBlackForestLabs } from '@ai-sdk/black-forest-labs'
import { createByteDance } from '@ai-sdk/bytedance'
import { createFal as createFalSdk } from '@ai-sdk/fal'
import { createGoogle } from '@ai-sdk/google'
import { createMiniMax } from '@ai-sdk/minimax'
import { createReplicate } from '@ai-sdk/replicate'
import { createXai } from '@ai-sdk/xai'
import { BedrockRuntimeClient, StartAsyncInvokeCommand } from '@aws-sdk/client-bedrock-runtime'
import { createFalClient } from '@fal-ai/client'
import { GoogleGenAI } from '@google/genai'
import { OAuth2Client } from 'google-auth-library'
import OpenAI, { AzureOpenAI, toFile } from 'openai'
import { FireflyClient } from '@adobe/firefly-apis'
import { createHiggsfieldClient } from '@higgsfield/client/v2'
import { Leonardo } from '@leonardo-ai/sdk'
import { HTTPClient } from '@leonardo-ai/sdk/lib/http.js'
import { HTTPClient as OpenRouterHTTP, OpenRouter } from '@openrouter/sdk'
import RunwayML from '@runwayml/sdk'
import { KlingAPI } from 'kling-api'
import { FetchHttpHandler } from '@smithy/fetch-http-handler'
import LumaAI from 'lumaai'
import Replicate from 'replicate'
import stabilityAi from 'stability-ai'
import Together from 'together-ai'
import { tencentCaller } from './tencent.mjs'

export const apiKey = 'key'
/** Where upstreams put their results that put them into a bucket of the operator's. */
const [resultsFolder, storageFolder] = ['s3://my-bucket/made', 'gs://my-bucket/made']
const file = (value, mediaType) => {
  const inline = /^data:([^;,]*);base64,(.*)$/s.exec(value)
  return inline ? { type: 'file', mediaType: inline[1], data: inline[2] } : { type: 'url', url: value, mediaType }
}
/** The file at a URL, for packages that take files; a request has no user in its URL. */
const fileAt = async (url, fetch) => toFile(await fetch(Object.assign(new URL(url), { username: '', password: '' })))
const frames = ({ first_image: [first] = [], last_image: [last] = [] }) => [
  ...(first === undefined ? [] : [{ frameType: 'first_frame', image: file(first) }]),
  ...(last === undefined ? [] : [{ frameType: 'last_frame', image: file(last) }]),
]
const ratio = ({ aspect_ratio, size }) => aspect_ratio ?? size

/**
 * How a person calls each vendor's package for a request of ours. Written from the packages' own documentation and
 * types, without a look at the mappings: that the two agree is what is proven. The
 * packages leave out a seed of 0 that is given as a setting, because 0 is falsy; their provider options carry it.
 */
export const callers = {
  ark: {
    package: '@ai-sdk/bytedance',
    call: (model, asked, fetch) =>
      createByteDance({ apiKey, fetch })
        .video(model)
        .doGenerate({
          prompt: asked.prompt,
          n: 1,
          aspectRatio: ratio(asked),
          duration: asked.duration,
          seed: asked.seed,
          resolution: asked.resolution?.toLowerCase(),
          image: asked.first_image ? file(asked.first_image[0]) : undefined,
          generateAudio: asked.generate_audio,
          providerOptions: {
            bytedance: {
              ...(asked.seed === 0 ? { seed: 0 } : {}),
              watermark: asked.watermark,
              lastFrameImage: asked.last_image?.[0],
              referenceImages: asked.reference_images,
              referenceVideos: asked.reference_videos,
              referenceAudio: asked.reference_audios,
              ...(asked.tools === undefined ? {} : { tools: asked.tools }),
            },
          },
        }),
  },
  dashscope: {
    package: '@ai-sdk/alibaba',
    model: 'wan3',
    call: (model, asked, fetch) => {
      const media = [
        ...(asked.reference_images ?? []).map((one) => ({ type: 'reference_image', url: one })),
        ...(asked.reference_videos ?? []).map((one) => ({ type: 'reference_video', url: one })),
        ...(asked.reference_audios ?? []).map((one) => ({ type: 'reference_audio', url: one })),
        ...(asked.first_image ?? []).map((one) => ({ type: 'first_frame', url: one })),
        ...(asked.last_image ?? []).map((one) => ({ type: 'last_frame', url: one })),
      ]
      return createAlibaba({ apiKey, fetch })
        .video(model)
        .doStart({
          prompt: asked.prompt,
          n: 1,
          aspectRatio: ratio(asked),
          duration: asked.duration,
          seed: asked.seed,
          resolution: asked.resolution?.toUpperCase(),
          generateAudio: asked.generate_audio,
          providerOptions: {
            alibaba: { watermark: asked.watermark, ...(media.length > 0 ? { media } : {}) },
          },
        })
    },
  },
  minimax: {
    package: '@ai-sdk/minimax',
    // The package knows what two models take; of any other ID it assumes that it takes every tier and references.
    model: ({ resolution, reference_images: images, reference_videos: videos, reference_audios: audios }) =>
      resolution?.toUpperCase() !== '480P' ? 'MiniMax-H3' : (images ?? videos ?? audios) ? 'another' : 'MiniMax-H3-Max',
    call: (model, asked, fetch) =>
      createMiniMax({ apiKey, fetch })
        .video(model)
        .doStart({
          prompt: asked.prompt,
          n: 1,
          aspectRatio: ratio(asked),
          duration: asked.duration,
          resolution: asked.resolution,
          frameImages: frames(asked),
          inputReferences: [
            ...(asked.reference_images ?? []).map((one) => file(one, 'image/png')),
            ...(asked.reference_videos ?? []).map((one) => file(one, 'video/mp4')),
          ],
          providerOptions: {
            minimax: {
              ...(asked.reference_audios === undefined ? {} : { referenceAudioUrls: asked.reference_audios }),
              ...(asked.watermark === undefined ? {} : { aigcWatermark: asked.watermark }),
            },
          },
        }),
  },
  fal: {
    package: '@ai-sdk/fal',
    // The package writes every duration as this model takes it; fal's own types tell the models apart.
    model: 'fal-ai/veo3/model',
    call: (model, asked, fetch) =>
      createFalSdk({ apiKey, fetch })
        .video(model)
        .doStart({
          prompt: asked.prompt,
          n: 1,
          aspectRatio: ratio(asked),
          duration: asked.duration,
          seed: asked.seed,
          image: asked.first_image ? file(asked.first_image[0]) : undefined,
          providerOptions: {
            fal: {
              ...(asked.seed === 0 ? { seed: 0 } : {}),
              ...(asked.resolution === undefined ? {} : { resolution: asked.resolution.toLowerCase() }),
              ...(asked.generate_audio === undefined ? {} : { generate_audio: asked.generate_audio }),
              ...(asked.last_image === undefined ? {} : { end_image_url: asked.last_image[0] }),
              ...(asked.reference_images === undefined ? {} : { image_urls: asked.reference_images }),
              ...(asked.reference_videos === undefined ? {} : { video_urls: asked.reference_videos }),
              ...(asked.reference_audios === undefined ? {} : { audio_urls: asked.reference_audios }),
            },
          },
        }),
    image: {
      package: '@fal-ai/client',
      call: (model, asked, fetch) =>
        createFalClient({ credentials: apiKey, fetch }).queue.submit(model, {
          input: {
            prompt: asked.prompt,
            ...(asked.reference_images === undefined ? {} : { image_urls: asked.reference_images }),
            ...(asked.aspect_ratio === undefined ? {} : { aspect_ratio: asked.aspect_ratio }),
            ...(asked.resolution === undefined ? {} : { resolution: asked.resolution }),
          },
        }),
    },
  },
  replicate: {
    package: '@ai-sdk/replicate',
    model: 'owner/model',
    call: (model, asked, fetch) =>
      createReplicate({ apiToken: apiKey, fetch })
        .video(model)
        .doStart({
          prompt: asked.prompt,
          n: 1,
          aspectRatio: ratio(asked),
          duration: asked.duration,
          seed: asked.seed,
          image: asked.first_image ? file(asked.first_image[0]) : undefined,
          providerOptions: {
            replicate: {
              ...(asked.seed === 0 ? { seed: 0 } : {}),
              ...(asked.resolution === undefined ? {} : { resolution: asked.resolution.toLowerCase() }),
              ...(asked.generate_audio === undefined ? {} : { generate_audio: asked.generate_audio }),
              ...(asked.last_image === undefined ? {} : { last_frame: asked.last_image[0] }),
              ...(asked.reference_images === undefined ? {} : { reference_images: asked.reference_images }),
            },
          },
        }),
    image: {
      package: 'replicate',
      call: (model, asked, fetch) =>
        new Replicate({ auth: apiKey, fetch, useFileOutput: false }).predictions.create({
          model,
          input: {
            prompt: asked.prompt,
            ...(asked.reference_images === undefined ? {} : { image: asked.reference_images[0] }),
            ...(asked.aspect_ratio === undefined ? {} : { aspect_ratio: asked.aspect_ratio }),
            ...(asked.size === undefined ? {} : { size: asked.size }),
          },
        }),
    },
  },
  'openai-videos': {
    package: 'openai',
    call: (model, asked, fetch) => {
      const reference = asked.first_image?.[0] ?? asked.reference_images?.[0]
      return new OpenAI({ apiKey, fetch, maxRetries: 0 }).videos.create({
        model,
        prompt: asked.prompt,
        ...(asked.duration === undefined ? {} : { seconds: String(asked.duration) }),
        ...(asked.resolution === undefined || ratio(asked) === undefined
          ? {}
          : { size: { '16:9': '1280x720', '9:16': '720x1280' }[ratio(asked)] }),
        ...(reference === undefined ? {} : { input_reference: { image_url: reference } }),
      })
    },
    image: {
      package: 'openai',
      call: (model, asked, fetch) => openaiImage(new OpenAI({ apiKey, fetch, maxRetries: 0 }), model, asked, fetch),
    },
  },
}

async function openaiImage({ images }, model, asked, fetch) {
  const shared = { model, prompt: asked.prompt, size: asked.size ?? sizeOf(asked) }
  const { reference_images: given } = asked
  if (given === undefined) return images.generate(shared)
  return images.edit({ ...shared, image: await Promise.all(given.map((url) => fileAt(url, fetch))) })
}

/** Adobe's client, with an ID of its own and a token that is there already. */
export const fireflyAt = (clientId, token) =>
  new FireflyClient({ clientId, serviceEnvironment: 'production', tokenProvider: { getToken: async () => token } })

Object.assign(callers, {
  azure: {
    image: {
      package: 'openai',
      call: (model, asked, fetch) =>
        openaiImage(
          new AzureOpenAI({
            apiKey,
            fetch,
            maxRetries: 0,
            endpoint: 'https://my-resource.openai.azure.com',
            apiVersion: '2025-04-01-preview',
          }),
          model,
          asked,
          fetch,
        ),
    },
  },
  firefly: {
    image: {
      package: '@adobe/firefly-apis',
      call: (_model, asked, fetch) =>
        withGlobal(fetch, () => {
          const [width, height] = {
            '1:1': [2048, 2048],
            '4:3': [2304, 1792],
            '3:4': [1792, 2304],
            '16:9': [2688, 1536],
          }[asked.aspect_ratio]
          return fireflyAt('access', apiKey).generateImages({ prompt: asked.prompt, size: { width, height } })
        }),
    },
  },
  runway: {
    package: '@runwayml/sdk',
    call: (model, asked, fetch) => {
      const client = new RunwayML({ apiKey, fetch, maxRetries: 0 })
      const frames = [
        ...(asked.first_image ?? []).map((uri) => ({ uri, position: 'first' })),
        ...(asked.last_image ?? []).map((uri) => ({ uri, position: 'last' })),
      ]
      const pixels = {
        '720p 16:9': '1280:720',
        '720p 9:16': '720:1280',
        '720p 1:1': '960:960',
        '720p 4:3': '1104:832',
        '720p 3:4': '832:1104',
        '720p 21:9': '1584:672',
        '1080p 16:9': '1920:1080',
        '1080p 9:16': '1080:1920',
      }
      const shared = {
        model,
        promptText: asked.prompt,
        ratio: pixels[`${asked.resolution} ${asked.aspect_ratio}`],
        ...(asked.duration === undefined ? {} : { duration: asked.duration }),
        ...(asked.seed === undefined ? {} : { seed: asked.seed }),
        ...(asked.generate_audio === undefined ? {} : { audio: asked.generate_audio }),
      }
      return frames.length > 0
        ? client.imageToVideo.create({ ...shared, promptImage: frames })
        : client.textToVideo.create(shared)
    },
  },
  luma: {
    package: 'lumaai',
    call: (model, asked, fetch) => {
      const [first] = asked.first_image ?? []
      const [last] = asked.last_image ?? []
      return new LumaAI({ authToken: apiKey, fetch, maxRetries: 0 }).generations.video.create({
        model,
        prompt: asked.prompt,
        ...(asked.aspect_ratio === undefined ? {} : { aspect_ratio: asked.aspect_ratio }),
        ...(asked.duration === undefined ? {} : { duration: `${asked.duration}s` }),
        ...(asked.resolution === undefined ? {} : { resolution: asked.resolution }),
        ...(first === undefined && last === undefined
          ? {}
          : {
              keyframes: {
                ...(first === undefined ? {} : { frame0: { type: 'image', url: first } }),
                ...(last === undefined ? {} : { frame1: { type: 'image', url: last } }),
              },
            }),
      })
    },
    image: {
      package: 'lumaai',
      call: (model, asked, fetch) =>
        new LumaAI({ authToken: apiKey, fetch, maxRetries: 0 }).generations.image.create({
          model,
          prompt: asked.prompt,
          ...(asked.aspect_ratio === undefined ? {} : { aspect_ratio: asked.aspect_ratio }),
          ...(asked.reference_images === undefined
            ? {}
            : { image_ref: asked.reference_images.map((url) => ({ url })) }),
        }),
    },
  },
})

Object.assign(callers, {
  xai: {
    package: '@ai-sdk/xai',
    model: 'grok-imagine-video-1.5',
    call: (model, asked, fetch) =>
      createXai({ apiKey, fetch })
        .video(model)
        .doStart({
          prompt: asked.prompt,
          n: 1,
          aspectRatio: ratio(asked),
          duration: asked.duration,
          generateAudio: asked.generate_audio,
          frameImages: frames(asked),
          inputReferences: [
            ...(asked.reference_images ?? []).map((one) => file(one, 'image/png')),
            ...(asked.reference_audios ?? []).map((one) => file(one, 'audio/mpeg')),
          ],
          providerOptions: { xai: asked.resolution === undefined ? {} : { resolution: asked.resolution } },
        }),
  },
  flux: {
    package: '@ai-sdk/black-forest-labs',
    call: (model, asked, fetch) =>
      createBlackForestLabs({ apiKey, fetch })
        .video(model)
        .doStart({
          prompt: asked.prompt,
          n: 1,
          aspectRatio: ratio(asked),
          duration: asked.duration,
          generateAudio: asked.generate_audio,
          frameImages: frames(asked),
          inputReferences: (asked.reference_videos ?? []).map((one) => file(one, 'video/mp4')),
          providerOptions: {
            blackForestLabs:
              asked.resolution === undefined ? {} : { resolution: /720/.test(asked.resolution) ? 'hd' : 'fhd' },
          },
        }),
    image: {
      package: '@ai-sdk/black-forest-labs',
      call: (model, asked, fetch) =>
        createBlackForestLabs({ apiKey, fetch })
          .image(model)
          .doGenerate({
            prompt: asked.prompt,
            n: 1,
            aspectRatio: asked.aspect_ratio,
            files: asked.reference_images?.map((one) => file(one)),
            providerOptions: {},
          }),
    },
  },
  openrouter: {
    package: '@openrouter/sdk',
    call: (model, asked, fetch) => {
      const imageUrl = (url) => ({ type: 'image_url', imageUrl: { url } })
      const frameImages = [
        ...(asked.first_image ?? []).map((url) => ({ ...imageUrl(url), frameType: 'first_frame' })),
        ...(asked.last_image ?? []).map((url) => ({ ...imageUrl(url), frameType: 'last_frame' })),
      ]
      const inputReferences = [
        ...(asked.reference_images ?? []).map(imageUrl),
        ...(asked.reference_videos ?? []).map((url) => ({ type: 'video_url', videoUrl: { url } })),
        ...(asked.reference_audios ?? []).map((url) => ({ type: 'audio_url', audioUrl: { url } })),
      ]
      return openRouterAt({ fetch }).videoGeneration.generate({
        videoGenerationRequest: {
          model,
          prompt: asked.prompt,
          duration: asked.duration,
          aspectRatio: ratio(asked),
          resolution: asked.resolution?.replace(/P$/, 'p'),
          seed: asked.seed,
          generateAudio: asked.generate_audio,
          ...(frameImages.length === 0 ? {} : { frameImages }),
          ...(inputReferences.length === 0 ? {} : { inputReferences }),
        },
      })
    },
  },
  stability: {
    package: 'stability-ai',
    model: ({ reference_images: images }) => (images === undefined ? 'generate/core' : 'control/style'),
    // It asks for JSON with the image in it, as the protocol's file says.
    ownHeaders: ['accept'],
    image: {
      call: (model, { prompt, aspect_ratio: aspectRatio, reference_images: [image] = [] }, fetch) => {
        const client = stabilityAt({ fetch }).v2beta.stableImage
        return model === 'generate/core'
          ? client.generate.core(prompt, { aspectRatio })
          : client.control.style(image, prompt, { aspectRatio })
      },
    },
  },
  together: {
    package: 'together-ai',
    call: (model, asked, fetch) => {
      const [first] = asked.first_image ?? []
      const [last] = asked.last_image ?? []
      const media = {
        ...(first === undefined && last === undefined
          ? {}
          : {
              frame_images: [
                ...(first === undefined ? [] : [{ input_image: first, frame: 'first' }]),
                ...(last === undefined ? [] : [{ input_image: last, frame: 'last' }]),
              ],
            }),
        ...(asked.reference_images === undefined ? {} : { reference_images: asked.reference_images }),
        ...(asked.reference_videos === undefined
          ? {}
          : { reference_videos: asked.reference_videos.map((video) => ({ video })) }),
        ...(asked.reference_audios === undefined ? {} : { audio_inputs: asked.reference_audios }),
      }
      return new Together({ apiKey, fetch, maxRetries: 0 }).videos.create({
        model,
        prompt: asked.prompt,
        ...(asked.duration === undefined ? {} : { seconds: String(asked.duration) }),
        ...(ratio(asked) === undefined ? {} : { ratio: ratio(asked) }),
        ...(asked.resolution === undefined ? {} : { resolution: asked.resolution }),
        ...(asked.seed === undefined ? {} : { seed: asked.seed }),
        ...(asked.generate_audio === undefined ? {} : { generate_audio: asked.generate_audio }),
        ...(Object.keys(media).length === 0 ? {} : { media }),
      })
    },
  },
})

/** Leonardo's client with a fetch of ours, which repeats nothing. */
export function leonardoAt({ fetch, baseUrl, key = apiKey }) {
  const httpClient = new HTTPClient({ fetcher: (input, init) => fetch(input, init) })
  const serverURL = baseUrl === undefined ? {} : { serverURL: baseUrl }
  return new Leonardo({ bearerAuth: key, httpClient, retryConfig: { strategy: 'none' }, ...serverURL })
}

/** OpenRouter's client with a fetch of ours, which repeats nothing. */
export function openRouterAt({ fetch, baseUrl, key = apiKey }) {
  const httpClient = new OpenRouterHTTP({ fetcher: (input, init) => fetch(input, init) })
  const serverURL = baseUrl === undefined ? {} : { serverURL: baseUrl }
  return new OpenRouter({ apiKey: key, httpClient, retryConfig: { strategy: 'none' }, ...serverURL })
}

/** Stability's client, which sends with the axios that it requires, with a fetch and a base URL of ours. */
export function stabilityAt({ fetch, baseUrl = stabilityHost, key = apiKey }) {
  const { interceptors } = createRequire(import.meta.url)('axios')
  interceptors.request.eject(stabilityRequests)
  const adapter = async ({ url, method, headers, data, responseType }) => {
    const address = new URL(url.replace(stabilityHost, baseUrl))
    // As every adapter of axios does with what it sends in a header.
    address.username = address.password = ''
    const sent = new Headers(headers.toJSON())
    for (const [name, value] of Object.entries(data?.getHeaders() ?? {})) sent.set(name, value)
    const response = await fetch(address.href, {
      method: method.toUpperCase(),
      headers: sent,
      body: data === undefined ? undefined : Buffer.concat(await data.pipe(new PassThrough()).toArray()),
    })
    const { status } = response
    return { status, data: responseType === 'stream' ? Readable.fromWeb(response.body) : await response.json() }
  }
  // Others send with the same axios.
  const isOwn = ({ url, responseType }) => url.startsWith(stabilityHost) || responseType === 'stream'
  stabilityRequests = interceptors.request.use((request) => (isOwn(request) ? { ...request, adapter } : request))
  return new stabilityAi.default(key)
}

const stabilityHost = 'https://api.stability.ai'
let stabilityRequests

/** Who asks Vertex AI, with an access token that is there already. */
export function googleAuth(token) {
  const authClient = new OAuth2Client()
  authClient.setCredentials({ access_token: token, expiry_date: Date.now() + 86_400_000 })
  return { googleAuthOptions: { authClient } }
}

/** What a call sends through the global fetch, which the package takes in place of one that is given. */
export async function withGlobal(fetch, call) {
  const own = globalThis.fetch
  globalThis.fetch = fetch
  try {
    return await call()
  } finally {
    globalThis.fetch = own
  }
}

export const klingHost = 'https://api-singapore.klingai.com'

/** Kling's client, which speaks to no other host; it answers with the fetch that it is called in. */
export function klingAt({ accessKey, secretKey }) {
  const api = new KlingAPI({ accessKey, secretKey, baseUrl: klingHost })
  api.client.defaults.adapter = 'fetch'
  return api
}

const bedrockImage = (uri) => {
  const [, type, data] = /^data:([^;,]*);base64,(.*)$/s.exec(uri) ?? []
  return { type, data }
}

const novaInput = ({ prompt, duration, seed, first_image: [image] = [] }) => {
  const { type, data } = image === undefined ? {} : bedrockImage(image)
  const images = image === undefined ? {} : { images: [{ format: type.split('/')[1], source: { bytes: data } }] }
  const videoGenerationConfig = { durationSeconds: duration, fps: 24, dimension: '1280x720' }
  return {
    taskType: 'TEXT_VIDEO',
    textToVideoParams: { text: prompt, ...images },
    videoGenerationConfig: seed === undefined ? videoGenerationConfig : { ...videoGenerationConfig, seed },
  }
}

const lumaInput = ({
  prompt,
  aspect_ratio,
  duration,
  resolution,
  first_image: [first] = [],
  last_image: [last] = [],
}) => {
  const keyframe = (uri) => {
    const { type, data } = bedrockImage(uri)
    return { type: 'image', source: { type: 'base64', media_type: type, data } }
  }
  const keyframes = {
    ...(first === undefined ? {} : { frame0: keyframe(first) }),
    ...(last === undefined ? {} : { frame1: keyframe(last) }),
  }
  return {
    prompt,
    ...(aspect_ratio === undefined ? {} : { aspect_ratio }),
    ...(duration === undefined ? {} : { duration: `${duration}s` }),
    ...(resolution === undefined ? {} : { resolution: resolution.toLowerCase() }),
    ...(Object.keys(keyframes).length === 0 ? {} : { keyframes }),
  }
}

Object.assign(callers, {
  bedrock: {
    package: '@aws-sdk/client-bedrock-runtime',
    resultsFolder,
    // One of Nova Reel's and one of Luma's.
    model: ({ duration }) => (duration === 6 ? 'amazon.nova-reel-v1:1' : 'luma.ray-v2:0'),
    // A signature is of one request and one second; that they are right is proven at the fakes.
    ownHeaders: ['authorization'],
    // The package marks each submit with a token that is random.
    ownMembers: ['clientRequestToken'],
    call: (model, asked, fetch) =>
      withGlobal(fetch, () =>
        new BedrockRuntimeClient({
          region: 'us-east-1',
          credentials: { accessKeyId: 'access', secretAccessKey: 'secret' },
          requestHandler: new FetchHttpHandler(),
          maxAttempts: 1,
        }).send(
          new StartAsyncInvokeCommand({
            modelId: model,
            modelInput: model.startsWith('luma.') ? lumaInput(asked) : novaInput(asked),
            outputDataConfig: { s3OutputDataConfig: { s3Uri: resultsFolder } },
          }),
        ),
      ),
  },
})

const googleImage = (uri) => {
  const [, mimeType, imageBytes] = /^data:([^;,]*);base64,(.*)$/s.exec(uri) ?? []
  return { imageBytes, mimeType }
}

// The Higgsfield client speaks through axios, which can take the global fetch.
createRequire(import.meta.url)('axios').defaults.adapter = 'fetch'

const higgsfieldImage = (image_url) => ({ type: 'image_url', image_url })
const higgsfield = (kind) => ({
  package: '@higgsfield/client',
  call: (model, asked, fetch) =>
    withGlobal(fetch, () =>
      createHiggsfieldClient({
        credentials: 'id:secret',
        headers: { Authorization: `Key ${apiKey}` },
        maxRetries: 0,
      }).subscribe(model, {
        input: {
          prompt: asked.prompt,
          ...(asked.aspect_ratio === undefined ? {} : { aspect_ratio: asked.aspect_ratio }),
          ...(asked.resolution === undefined ? {} : { resolution: asked.resolution }),
          ...(asked.duration === undefined ? {} : { duration: asked.duration }),
          ...(asked.seed === undefined ? {} : { seed: asked.seed }),
          ...(asked.first_image === undefined ? {} : { input_images: asked.first_image.map(higgsfieldImage) }),
          ...(kind === 'video' || asked.reference_images === undefined
            ? {}
            : { image_reference: higgsfieldImage(asked.reference_images[0]) }),
        },
        withPolling: false,
      }),
    ),
})

Object.assign(callers, {
  higgsfield: { ...higgsfield('video'), image: higgsfield('image') },
  hunyuan: tencentCaller,
  leonardo: {
    package: '@leonardo-ai/sdk',
    // The package takes only models of its own list.
    model: 'VEO3',
    call: (model, asked, fetch) =>
      leonardoAt({ fetch }).motion.createTextToVideoGeneration({
        model,
        prompt: asked.prompt,
        duration: asked.duration,
        ...(asked.resolution === undefined ? {} : { resolution: `RESOLUTION_${asked.resolution.slice(0, -1)}` }),
        ...(asked.seed === undefined ? {} : { seed: asked.seed }),
      }),
  },
  kling: {
    package: 'kling-api',
    // The package sends no prompt of spaces; the vendor's document does not forbid it.
    takes: ({ prompt }) => prompt.trim() !== '',
    // It knows which of its models makes sound, and of which it takes a last frame.
    model: (asked) =>
      (asked.first_image ?? asked.reference_images) !== undefined || asked.duration > 10 ? 'kling-v1-6' : 'kling-v2-6',
    call: (model, asked, fetch) =>
      withGlobal(fetch, () => {
        const client = klingAt({ accessKey: 'access', secretKey: 'secret' })
        // The token is new each time; what it holds is proven by the fakes.
        client.httpClient.auth.getAuthorizationHeader = () => `Bearer ${apiKey}`
        const [image] = asked.first_image ?? []
        const [tail] = asked.last_image ?? []
        const isFine = /1080/.test(asked.resolution ?? '')
        const shared = {
          model_name: model,
          prompt: asked.prompt,
          ...(asked.resolution === undefined ? {} : { mode: isFine ? 'pro' : 'std' }),
          ...(asked.duration === undefined ? {} : { duration: String(asked.duration) }),
        }
        const ratio = asked.aspect_ratio === undefined ? {} : { aspect_ratio: asked.aspect_ratio }
        if (image !== undefined)
          return client.imageToVideo({ ...shared, image, ...(tail === undefined ? {} : { image_tail: tail }) })
        if (asked.reference_images !== undefined)
          return client.multiImageToVideo({
            ...shared,
            ...ratio,
            image_list: asked.reference_images.map((one) => ({ image: one })),
          })
        const sound =
          asked.generate_audio === undefined || !isFine ? {} : { sound: asked.generate_audio ? 'on' : 'off' }
        return client.textToVideo({ ...shared, ...ratio, ...sound })
      }),
  },
  vertex: {
    package: '@google/genai',
    resultsFolder: storageFolder,
    call: (model, asked, fetch) =>
      withGlobal(fetch, () => {
        const [first] = asked.first_image ?? []
        const [last] = asked.last_image ?? []
        const where = { enterprise: true, project: 'my-project', location: 'us-central1' }
        return new GoogleGenAI({ ...where, ...googleAuth(apiKey) }).models.generateVideos({
          model,
          source: { prompt: asked.prompt, ...(first === undefined ? {} : { image: googleImage(first) }) },
          config: {
            numberOfVideos: 1,
            outputGcsUri: storageFolder,
            aspectRatio: ratio(asked),
            durationSeconds: asked.duration,
            resolution: asked.resolution?.toLowerCase(),
            seed: asked.seed,
            generateAudio: asked.generate_audio,
            ...(last === undefined ? {} : { lastFrame: googleImage(last) }),
            ...(asked.reference_images === undefined
              ? {}
              : {
                  referenceImages: asked.reference_images.map((one) => ({
                    image: googleImage(one),
                    referenceType: 'asset',
                  })),
                }),
          },
        })
      }),
  },
  veo: {
    package: '@ai-sdk/google',
    call: (model, asked, fetch) =>
      createGoogle({ apiKey, fetch })
        .video(model)
        .doStart({
          prompt: asked.prompt,
          n: 1,
          aspectRatio: ratio(asked),
          duration: asked.duration,
          seed: asked.seed,
          resolution: asked.resolution?.toLowerCase(),
          frameImages: frames(asked),
          inputReferences: (asked.reference_images ?? []).map((one) => file(one, 'image/png')),
          providerOptions: {},
        }),
  },
})

/** Pixels of a tier: the longer side is 2048 for 2K, and 3840, the package's limit, for 4K. */
function sizeOf({ resolution, aspect_ratio }) {
  const [across, down] = aspect_ratio.split(':').map(Number)
  const long = resolution === '4K' ? 3840 : 2048
  const short = Math.floor((long * Math.min(across, down)) / Math.max(across, down) / 16) * 16
  return across >= down ? `${long}x${short}` : `${short}x${long}`
}
