import { checkRequest, type Report } from '@model-tasks/validation'
import type { RequestBody } from '../../src/samples/request.js'

/** Characters of a request beyond which it is checked beside the page, so that the page answers meanwhile. */
const large = 20_000

const isReport = (value: unknown): value is Report =>
  typeof value === 'object' && value !== null && 'findings' in value && 'ok' in value

/** Checks in a worker of its own, whose script is this one. `end` gives the check up: it then never settles. */
const checkBeside = (body: RequestBody): { report: Promise<Report>; end: () => void } => {
  const worker = new Worker(import.meta.url, { type: 'module' })
  const report = new Promise<Report>((resolve, reject) => {
    worker.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
      if (isReport(data)) resolve(data)
    })
    worker.addEventListener('error', ({ message }) => reject(new Error(message)))
    worker.postMessage(body)
  })
  const end = (): void => worker.terminate()
  report.then(end, end)
  // Where no worker can start the page checks itself.
  return { report: report.catch(() => checkRequest(body)), end }
}

const sizeOf = (body: RequestBody): number =>
  Object.values(body).reduce<number>((sum, value) => sum + (typeof value === 'string' ? value.length : 0), 0)

/** Checks a request. */
export const check = (body: RequestBody): Promise<Report> =>
  sizeOf(body) > large ? checkBeside(body).report : checkRequest(body)

let latest: (() => void) | undefined

/** Checks a request as it is typed: a check of a large one that is still under way is given up, and never settles. */
export const checkLatest = (body: RequestBody): Promise<Report> => {
  latest?.()
  latest = undefined
  if (sizeOf(body) <= large) return checkRequest(body)
  const { report, end } = checkBeside(body)
  latest = end
  return report
}

/** What the script does in a worker: it answers each request with its report. */
export const answerChecks = (): void => {
  addEventListener('message', ({ data }: MessageEvent<RequestBody>) => {
    void checkRequest(data).then((report) => postMessage(report))
  })
}
