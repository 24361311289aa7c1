import { Agent, createServer } from 'node:http'
import { vclm } from 'tencentcloud-sdk-nodejs/tencentcloud/services/vclm/index.js'

const pause = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds))

/** The package takes the name of the service in signatures from that of the host. */
const host = 'vclm.localhost'
/** Finds that host at this machine. */
const agent = new Agent({
  lookup: (_name, { all }, done) =>
    all ? done(null, [{ address: '127.0.0.1', family: 4 }]) : done(null, '127.0.0.1', 4),
})

/** Tencent Cloud's client for videos at a port of this machine. */
export function vclmAt(port, secretId, secretKey) {
  const httpProfile = { protocol: 'http://', endpoint: `${host}:${port}`, agent }
  return new vclm.v20240523.Client({
    credential: { secretId, secretKey },
    region: 'ap-guangzhou',
    profile: { httpProfile },
  })
}

/** What a call of that client sends, which takes no fetch: through a server of this machine that passes it to one. */
async function throughServer(fetch, call) {
  const server = createServer(async (request, response) => {
    const body = Buffer.concat(await request.toArray())
    const answer = await fetch(`https://vclm.tencentcloudapi.com${request.url}`, {
      method: request.method,
      headers: Object.entries(request.headers).filter(
        ([name]) => !['connection', 'content-length', 'host'].includes(name),
      ),
      body,
    })
    response.writeHead(answer.status, { 'content-type': 'application/json', connection: 'close' })
    response.end(await answer.text())
  })
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
  try {
    return await call(vclmAt(server.address().port, 'access', 'secret'))
  } finally {
    server.closeAllConnections()
    server.close()
  }
}

/** The model that a person takes for a request, by what it gives. */
function modelFor({ first_image, last_image, reference_images, duration, aspect_ratio }) {
  if (reference_images !== undefined) return 'ReferenceToVideoVidu'
  if (last_image !== undefined) return 'ImageToVideoVidu'
  if (first_image !== undefined) return duration === undefined ? 'ImageToVideoGeneral' : 'ImageToVideoVidu'
  return duration === undefined && aspect_ratio === undefined ? 'HunyuanToVideo' : 'TextToVideoVidu'
}

const logo = ({ watermark }) => (watermark === undefined ? {} : { LogoAdd: watermark ? 1 : 0 })
const resolution = ({ resolution: tier }) => (tier === undefined ? {} : { Resolution: tier.toLowerCase() })
const pictures = (...lists) => ({ Images: lists.flatMap((list) => list ?? []) })
const image = ([Url] = []) => (Url === undefined ? {} : { Image: { Url } })

/** How a request is called, by the model. */
const calls = {
  HunyuanToVideo: (client, asked) =>
    client.SubmitHunyuanToVideoJob({
      Prompt: asked.prompt,
      ...image(asked.first_image),
      ...resolution(asked),
      ...logo(asked),
    }),
  ImageToVideoGeneral: (client, asked) =>
    client.SubmitImageToVideoGeneralJob({
      Prompt: asked.prompt,
      ...image(asked.first_image),
      ...resolution(asked),
      ...logo(asked),
    }),
  TextToVideoVidu: (client, asked) =>
    client.SubmitTextToVideoViduJob({
      Model: 'viduq2',
      Prompt: asked.prompt,
      Duration: asked.duration,
      ...(asked.aspect_ratio === undefined ? {} : { AspectRatio: asked.aspect_ratio }),
      ...resolution(asked),
      ...logo(asked),
    }),
  ImageToVideoVidu: (client, asked) =>
    client.SubmitImageToVideoViduJob({
      Model: 'viduq2-turbo',
      Prompt: asked.prompt,
      Duration: asked.duration,
      ...pictures(asked.first_image, asked.last_image),
      ...resolution(asked),
      ...logo(asked),
    }),
  ReferenceToVideoVidu: (client, asked) =>
    client.SubmitReferenceToVideoViduJob({
      Model: 'viduq2',
      Prompt: asked.prompt,
      Duration: asked.duration,
      ...pictures(asked.reference_images),
      ...(asked.aspect_ratio === undefined ? {} : { AspectRatio: asked.aspect_ratio }),
      ...resolution(asked),
      ...logo(asked),
    }),
}

/** How a person calls the package for a request of ours: see `callers`. */
export const tencentCaller = {
  package: 'tencentcloud-sdk-nodejs',
  model: modelFor,
  // A signature is of one request and one second; that they are right is proven at the fakes and by signatures.mjs.
  ownHeaders: ['authorization'],
  call: (model, asked, fetch) => throughServer(fetch, (client) => calls[model](client, asked)),
}

/** The package, unmodified: see `clients`. */
export const tencentClient = {
  name: 'tencentcloud-sdk-nodejs',
  protocol: 'hunyuan',
  // It signs its requests, which this service cannot check.
  atService: false,
  model: 'HunyuanToVideo',
  run: async ({ baseUrl, apiKey, prompt }) => {
    const client = vclmAt(new URL(baseUrl).port, ...apiKey.split(':'))
    const { JobId } = await client.SubmitHunyuanToVideoJob({ Prompt: prompt, Resolution: '720p' })
    for (;;) {
      const { Status, ErrorMessage, ResultVideoUrl } = await client.DescribeHunyuanToVideoJob({ JobId })
      if (Status === 'FAIL') throw new Error(ErrorMessage)
      if (Status === 'DONE') return ResultVideoUrl
      await pause(50)
    }
  },
}
