/** What may happen to a task at its upstream. */
export const faults = [
  'reset-after-accept',
  'error-500',
  'error-429',
  'timeout',
  'html',
  'error-in-200',
  'unknown-status',
  'lost-result',
  'expired-result',
  'slow-result',
] as const
export type Fault = (typeof faults)[number]

/** What each of them is, in words. */
export const faultTexts: Readonly<Record<Fault, string>> = {
  'reset-after-accept': 'takes the task and resets the connection',
  'error-500': 'takes the task and answers 500',
  'error-429': 'answers 429 once and takes the next submit',
  timeout: 'takes the task and never answers',
  html: 'takes the task and answers 200 with a page of HTML',
  'error-in-200': 'answers 200 with an error inside',
  'unknown-status': 'answers queries with a status that the protocol does not name',
  'lost-result': 'completes the task without a result',
  'expired-result': 'answers 410 for the file',
  'slow-result': 'sends the file in pieces, without its length',
}

/** How a task ends. */
export interface End {
  status: 'completed' | 'failed'
  /** What its error says; absent: it has none. */
  error?: RegExp
  /** Whether its account pays: for a result, and where nothing proves that the task was not made. */
  charged: boolean
}

const unknown = (error: RegExp): End => ({ status: 'failed', error, charged: true })
const withoutResult = (error: RegExp): End => ({ status: 'failed', error, charged: false })
const sent = unknown(/^outcome unknown: the task was sent to the upstream/)
const completed: End = { status: 'completed', charged: true }

/** How a task that meets the fault should end. */
export const endOf: Readonly<Record<Fault, End>> = {
  'reset-after-accept': sent,
  'error-500': unknown(/nothing proves whether it was taken \(.*HTTP 500/),
  'error-429': completed,
  timeout: sent,
  html: unknown(/was taken \(.* HTTP 200 with something that is not (?:JSON|a file)\); it may have run/),
  'error-in-200': sent,
  'unknown-status': unknown(/before the polling deadline; last seen: pondering/),
  'lost-result': withoutResult(/names no result|no longer serves its result/),
  'expired-result': withoutResult(/no longer serves its result \(HTTP 410\)/),
  'slow-result': completed,
}
