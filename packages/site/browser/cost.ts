import type { RequestBody } from '../src/samples/request.js'
import { inChinese } from './in-chinese.js'
import type { Connection } from './tasks/service.js'

/** What a request would cost, asked of services that declare the extension `quote`. Loaded once a key is set. */

/** A quote as far as it is shown. Amounts are credits. */
interface Quote {
  amount: number
  lines: { credits: number; quantity: number }[]
  available: number | undefined
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null
const isNumber = (value: unknown): value is number => typeof value === 'number'

const quoteIn = (value: unknown): Quote | undefined => {
  if (!isObject(value) || !isNumber(value.amount)) return undefined
  const lines = (Array.isArray(value.lines) ? value.lines : [])
    .filter(isObject)
    .flatMap(({ credits, quantity }) => (isNumber(credits) && isNumber(quantity) ? [{ credits, quantity }] : []))
  return { amount: value.amount, lines, available: isNumber(value.available) ? value.available : undefined }
}

const credits = (amount: number): string => {
  const number = amount.toLocaleString('en-US', { maximumFractionDigits: 6 })
  return inChinese ? `${number} 积分` : `${number} ${amount === 1 ? 'credit' : 'credits'}`
}

const inBrackets = (text: string): string => (inChinese ? `（${text}）` : ` (${text})`)

/** How the amount comes about, where that is not one rate once: `5 × 2 + 1`. */
const sumOf = ({ lines }: Quote): string =>
  lines.length === 0 || (lines.length === 1 && lines[0]?.quantity === 1)
    ? ''
    : inBrackets(
        lines
          .map((line) => (line.quantity === 1 ? String(line.credits) : `${line.quantity} × ${line.credits}`))
          .join(' + '),
      )

/** A quote as one sentence, and whether the account can pay it. */
const sentence = (quote: Quote): { text: string; short: boolean } => {
  const { amount, available } = quote
  const cost = `${credits(amount)}${sumOf(quote)}`
  const short = available !== undefined && available < amount
  if (amount === 0) return { text: inChinese ? '此请求不收费。' : 'This request costs nothing.', short }
  const rest =
    available === undefined
      ? ''
      : inChinese
        ? `${short ? '，但' : '，'}账户有 ${credits(available)}`
        : `${short ? ', but the account has' : '; the account has'} ${credits(available)}`
  return { text: inChinese ? `费用 ${cost}${rest}。` : `Costs ${cost}${rest}.`, short }
}

const offering = new Map<string, Promise<boolean>>()

/** Whether a service declares that it quotes. One that cannot be asked does not. */
const quotes = (baseUrl: string): Promise<boolean> => {
  const known =
    offering.get(baseUrl) ??
    fetch(`${baseUrl}/v2/model-center/capabilities`)
      .then((answer) => answer.json())
      .then(
        (value: unknown) => isObject(value) && Array.isArray(value.extensions) && value.extensions.includes('quote'),
      )
      .catch(() => {
        // It may be there the next time.
        offering.delete(baseUrl)
        return false
      })
  offering.set(baseUrl, known)
  return known
}

let latest: AbortController | undefined

/** Asks the service what a checked request would cost and says it in `line`; says nothing where the service states no price. */
export const showCost = async (line: HTMLElement, connection: Connection, body: RequestBody): Promise<void> => {
  latest?.abort()
  const controller = new AbortController()
  latest = controller
  const { signal } = controller
  const baseUrl = connection.baseUrl.replace(/\/+$/, '')
  const say = (quote: Quote | undefined): void => {
    if (signal.aborted) return
    const { text, short } = quote === undefined ? { text: '', short: false } : sentence(quote)
    // What stays as it is would be announced once more.
    if (line.textContent !== text) line.textContent = text
    line.classList.toggle('short', short)
  }
  try {
    // A reader who types is not asked for at every key.
    await new Promise((resolve) => setTimeout(resolve, 300))
    if (signal.aborted || !(await quotes(baseUrl))) return say(undefined)
    const answer = await fetch(`${baseUrl}/v2/model-center/quote`, {
      method: 'POST',
      headers: { authorization: `Bearer ${connection.apiKey}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
      signal,
    })
    say(answer.ok ? quoteIn(await answer.json()) : undefined)
  } catch {
    say(undefined)
  }
}

/** Takes back what was said of an earlier request. */
export const hideCost = (line: HTMLElement): void => {
  latest?.abort()
  if (line.textContent !== '') line.textContent = ''
}
