// What every runtime must do alike: one client, one fault server, one list of promises.
// Runs wherever the built client runs; takes nothing but the client's exports and `fetch`.
import { picture } from './picture.mjs'

/** Milliseconds after which the client gives up a query that is not answered, unless it is told otherwise. */
const requestTimeout = 60_000

/**
 * @param {typeof import('@model-tasks/client')} exports the client as this runtime loaded it
 * @param {{ baseUrl: string, keepingUrl: string, apiKey: string, controlUrl: string, browser?: boolean, resends?: boolean, directory?: string }} place
 * @returns {Promise<{ name: string, error?: string, note?: string }[]>} one entry a promise
 */
export async function runScenario(exports, place) {
  const { ModelTasks } = exports
  const control = controlOf(place.controlUrl)
  const client = new ModelTasks({ baseUrl: place.baseUrl, apiKey: place.apiKey, pollInterval: 5, logger: {} })
  const input = { prompt: 'A paper boat at dusk', duration: 5 }
  const submit = () => client.submit('sd_2.0_discount', input)

  const promises = {
    async 'refuses a wrong request before anything is sent'() {
      const before = await control.count('submit')
      const error = await failureOf(client.submit('sd_2.0_discount', { ...input, resolution: '720P' }))
      assert(error instanceof exports.RequestInvalidError, `threw ${error}`)
      assert(
        error.findings.some((finding) => finding.path === '/resolution' && finding.suggestion === '720p'),
        JSON.stringify(error.findings),
      )
      assert((await control.count('submit')) === before, 'something was sent')
    },
    async 'submits once, waits, and tells each state'() {
      const before = await control.count('submit')
      const seen = []
      const task = await client.run('sd_2.0_discount', input, { onProgress: (state) => seen.push(state.status) })
      assert(task.status === 'completed' && typeof task.video_url === 'string', JSON.stringify(task))
      assert(seen.at(-1) === 'completed', seen.join())
      assert((await control.count('submit')) === before + 1, 'more than one POST')
    },
    async 'iterates over the states of a task'() {
      const states = []
      for await (const task of await submit()) states.push(task.status)
      assert(states.at(-1) === 'completed', states.join())
    },
    async 'resumes a task from the JSON of its handle'() {
      const handle = await submit()
      const again = client.task(JSON.parse(JSON.stringify(handle)))
      assert((await again.wait()).id === handle.id, 'another task')
    },
    async 'says that a submit whose answer was lost may have been accepted, after one POST'() {
      const before = await control.next('submit', 'resetAfterAccept')
      const error = await failureOf(submit())
      const sent = (await control.count('submit')) - before
      // A runtime that sends a POST again by itself, when a connection it kept is reset, does so below the client.
      if (place.resends && sent === 2)
        return 'this runtime sent the POST again by itself; only a declared Idempotency-Key guards against that'
      assert(error instanceof exports.SubmitUnknownError, `threw ${error}`)
      assert(sent === 1, `${sent} POSTs`)
    },
    async 'buys one task when an answer is lost and the service keeps keys'() {
      const keeping = new ModelTasks({
        baseUrl: place.keepingUrl,
        apiKey: place.apiKey,
        pollInterval: 5,
        idempotency: true,
        logger: {},
      })
      await (await keeping.submit('sd_2.0_discount', input)).wait()
      const before = await control.kept()
      await control.nextKept('submit', 'resetAfterAccept')
      assert((await keeping.run('sd_2.0_discount', input)).status === 'completed', 'not completed')
      assert((await control.kept()) === before + 1, `${(await control.kept()) - before} tasks`)
    },
    async 'outlives faults between polls'() {
      const handle = await submit()
      await control.next('query', 'resetAfterReading', 'badGatewayPage', 'notJson', 'truncatedBody')
      assert((await handle.wait()).status === 'completed', 'not completed')
    },
    async 'ends a wait when it is aborted, not when its query ends'() {
      const handle = await submit()
      const before = await control.next('query', 'silence')
      const controller = new AbortController()
      const waiting = failureOf(handle.wait({ signal: controller.signal }))
      await control.received('query', before + 1)
      const asked = performance.now()
      controller.abort()
      const error = await waiting
      const took = performance.now() - asked
      assert(error instanceof exports.AbortedError, `threw ${error}`)
      assert(took < requestTimeout / 2, `took ${took.toFixed(1)} ms`)
    },
    async 'ends a wait at its timeout, not when its query ends'() {
      const handle = await submit()
      await control.next('query', 'silence')
      const began = performance.now()
      const error = await failureOf(handle.wait({ timeout: 200 }))
      const took = performance.now() - began
      assert(error instanceof exports.TaskTimeoutError && error.taskId === handle.id, `threw ${error}`)
      assert(took > 190 && took < requestTimeout / 2, `took ${took.toFixed(0)} ms`)
    },
    async 'says why a task failed'() {
      const handle = await submit()
      await control.next('query', 'failed')
      const error = await failureOf(handle.wait())
      assert(error instanceof exports.TaskFailedError && error.message.includes('invalid media type'), `threw ${error}`)
    },
    async 'keeps an ID that arrived in an answer that broke off'() {
      if (place.browser) return
      await control.next('submit', 'cutAtItsEnd')
      const error = await failureOf(submit())
      assert(error instanceof exports.SubmitUnknownError, `threw ${error}`)
      assert(error.found[0]?.name === 'id' && error.found[0].value.length > 0, JSON.stringify(error.found))
    },
    async 'says that nothing was sent where no service runs'() {
      if (place.browser) return
      // The second is a port that no `fetch` sends to.
      for (const baseUrl of [place.unusedUrl, 'http://127.0.0.1:9']) {
        const nowhere = new ModelTasks({ baseUrl, apiKey: place.apiKey, retries: 0, logger: {} })
        const error = await failureOf(nowhere.submit('sd_2.0_discount', input))
        assert(error instanceof exports.ConnectionError && error.proved === 'not sent', `threw ${error}`)
      }
    },
    async 'knows a refused key'() {
      const stranger = new ModelTasks({ baseUrl: place.baseUrl, apiKey: 'wrong', logger: {} })
      const error = await failureOf(stranger.query('any'))
      assert(error instanceof exports.AuthenticationError, `threw ${error}`)
    },
    async [place.browser ? 'sends no header that a service has not listed' : 'sends one Idempotency-Key a submit']() {
      await submit()
      const { headers } = await control.last('submit')
      assert(
        place.browser ? headers['idempotency-key'] === undefined : headers['idempotency-key']?.length > 20,
        JSON.stringify(headers),
      )
    },
    async 'inlines a file where the model takes base64'() {
      const file = picture(640, 480)
      await client.submit('zeta-H3-768p', { prompt: 'A boat', reference_images: [file] })
      const { reference_images } = JSON.parse((await control.last('submit')).body)
      const sent = await (await fetch(reference_images[0])).blob()
      assert(sent.type === 'image/png' && sent.size === file.size, `${sent.type}, ${sent.size} bytes`)
    },
    async 'uploads a file where the model takes assets'() {
      await control.next('other', 'asset')
      await client.submit('sd_2.0_discount', { ...input, first_image: [picture(640, 480)] })
      const { headers } = await control.last('other')
      assert(headers['content-type'] === 'image/png', JSON.stringify(headers))
      const { first_image } = JSON.parse((await control.last('submit')).body)
      assert(first_image[0] === 'assetId://a0', first_image.join())
    },
    ...(place.browser && {
      async 'measures the picture in a request before anything is sent'() {
        const before = await control.count('other')
        const error = await failureOf(client.submit('sd_2.0_discount', { ...input, first_image: [picture(299, 640)] }))
        assert(error instanceof exports.RequestInvalidError, `threw ${error}`)
        assert(
          error.findings.some(({ rule }) => rule === 'media-width'),
          JSON.stringify(error.findings),
        )
        assert((await control.count('other')) === before, 'something was uploaded')
      },
    }),
    async 'opens the result as a stream'() {
      const response = await (await submit()).open()
      assert((await response.arrayBuffer()).byteLength === (await control.resultBytes()), 'another length')
    },
    async [place.directory ? 'downloads the result to disk' : 'says that there is no disk']() {
      const handle = await submit()
      await handle.wait()
      if (place.directory) {
        const file = await handle.download(`${place.directory}/${handle.id}.mp4`)
        assert(file.bytes === (await control.resultBytes()), JSON.stringify(file))
      } else {
        const error = await failureOf(handle.download('clip.mp4'))
        assert(error.message.includes('no disk'), `threw ${error}`)
      }
    },
  }

  const results = []
  for (const [name, promise] of Object.entries(promises)) {
    try {
      const note = await promise()
      results.push(note === undefined ? { name } : { name, note })
    } catch (error) {
      results.push({ name, error: String(error?.message ?? error) })
    }
  }
  return results
}

/** The fault server's switches, over HTTP, so that any runtime can reach them. */
function controlOf(url) {
  const ask = async (path, body) =>
    (await fetch(`${url}${path}`, body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) })).json()
  return {
    /** Answers how many requests of that route had come before. */
    next: (route, ...faults) => ask('/next', { route, faults }),
    nextKept: (route, ...faults) => ask('/next', { route, faults, keeps: true }),
    count: (route) => ask(`/count?route=${route}`),
    kept: () => ask('/kept'),
    last: (route) => ask(`/last?route=${route}`),
    received: (route, count) => ask(`/received?route=${route}&count=${count}`),
    resultBytes: () => ask('/result-bytes'),
  }
}

async function failureOf(promise) {
  return promise.then(
    (value) => new Error(`nothing was thrown; answered ${JSON.stringify(value)}`),
    (error) => error,
  )
}

function assert(condition, message) {
  if (!condition) throw new Error(message)
}
