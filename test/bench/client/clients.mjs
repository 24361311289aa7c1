// The packages under comparison, each behind the same few calls. Peers are used as their documentation shows.
const MODULES = {
  replicate: 'replicate',
  '@fal-ai/client': '@fal-ai/client',
  '@runwayml/sdk': '@runwayml/sdk',
  openai: 'openai',
  wavespeed: 'wavespeed',
  ours: new URL('../../../release/node_modules/@model-tasks/client/dist/index.js', import.meta.url).href,
}

/** With `--ours`, one round of our own client alone, which needs no package of this folder. */
export const oursOnly = process.argv.includes('--ours')
export const names = oursOnly ? ['ours'] : Object.keys(MODULES)
export const moduleOf = (name) => MODULES[name]

const input = { prompt: 'A paper boat at dusk', duration: 5 }
const elsewhere = (origin, send) => (url, init) => send(`${origin}${new URL(url).pathname}`, init)

/**
 * Opens one client against an origin. `submit` makes one task, `query` asks once, `wait` polls every `interval` ms until the end;
 * a call that a package does not offer is absent.
 * @param {string} name @param {{ origin: string, send?: typeof fetch, timeout?: number }} place
 */
export async function openClient(name, { origin, send = fetch, timeout }) {
  const module = await import(MODULES[name])
  switch (name) {
    case 'replicate': {
      const client = new module.default({ auth: 'key', baseUrl: origin, fetch: send, useFileOutput: false })
      return {
        submit: () =>
          client.predictions.create({
            model: 'owner/model',
            input,
            ...(timeout ? { signal: AbortSignal.timeout(timeout) } : {}),
          }),
        query: (id) => client.predictions.get(id),
        wait: (id, interval) => client.wait({ id, status: 'starting' }, { interval }),
      }
    }
    case '@fal-ai/client': {
      const client = module.createFalClient({
        credentials: 'key',
        suppressLocalCredentialsWarning: true,
        fetch: elsewhere(origin, send),
      })
      return {
        submit: () =>
          client.queue.submit('owner/model', {
            input,
            ...(timeout ? { abortSignal: AbortSignal.timeout(timeout) } : {}),
          }),
        query: (id) => client.queue.status('owner/model', { requestId: id }),
        wait: (id, interval) =>
          client.queue.subscribeToStatus('owner/model', { requestId: id, mode: 'polling', pollInterval: interval }),
      }
    }
    case '@runwayml/sdk': {
      const client = new module.default({
        apiKey: 'key',
        baseURL: origin,
        fetch: send,
        ...(timeout ? { timeout } : {}),
      })
      return {
        submit: () =>
          client.textToVideo.create({ model: 'veo3.1', promptText: input.prompt, ratio: '1280:720', duration: 4 }),
        query: (id) => client.tasks.retrieve(id),
        // The interval of 6 s is fixed.
        wait: (id) => client.tasks.retrieve(id).waitForTaskOutput(),
      }
    }
    case 'openai': {
      const client = new module.default({
        apiKey: 'key',
        baseURL: origin,
        fetch: send,
        ...(timeout ? { timeout } : {}),
      })
      return {
        submit: () => client.post('/videos', { body: { model: 'sora-2', prompt: input.prompt } }),
        query: (id) => client.videos.retrieve(id),
      }
    }
    case 'wavespeed': {
      const client = new module.Client('key', { baseUrl: origin, ...(timeout ? { timeout: timeout / 1000 } : {}) })
      return { submit: () => client.run('owner/model', input, timeout ? { timeout: timeout / 1000 } : {}) }
    }
    default: {
      const client = new module.ModelTasks({
        baseUrl: `${origin}/api`,
        apiKey: 'key',
        fetch: send,
        logger: {},
        ...(timeout ? { requestTimeout: timeout } : {}),
      })
      return {
        submit: () => client.submit('sd_2.0_discount', input),
        query: (id) => client.query(id),
        wait: (id, interval, options = {}) => client.task(id, { pollInterval: interval, ...options }).wait(),
      }
    }
  }
}

/** A task in the words of every package at once. */
export function taskAs(id, ended) {
  const data = { id, status: ended ? 'completed' : 'processing', outputs: [] }
  return {
    id,
    object: 'video',
    created: 1_700_000_000,
    model: 'sd_2.0_discount',
    request_id: id,
    error: null,
    output: [],
    urls: { get: '' },
    data,
    code: 200,
    status: ended ? 'completed' : 'processing',
    video_url: 'http://127.0.0.1/clip.mp4',
    result_url: 'http://127.0.0.1/clip.mp4',
    status_url: '',
    response_url: '',
    cancel_url: '',
    logs: [],
    metrics: {},
  }
}

/** The word for an ended or a running task that a package understands. */
export function statusFor(name, ended) {
  const words = {
    replicate: ['processing', 'succeeded'],
    '@fal-ai/client': ['IN_PROGRESS', 'COMPLETED'],
    '@runwayml/sdk': ['RUNNING', 'SUCCEEDED'],
  }
  return (words[name] ?? ['processing', 'completed'])[ended ? 1 : 0]
}
