import type { ClientOptions } from '@model-tasks/client'
import type { Session } from '../session.js'
import { printable } from '@model-tasks/validation/printable'

/** Headers whose values are printed; the values of all others may be secrets of a proxy. */
const shown = new Set([
  'accept',
  'accept-encoding',
  'content-type',
  'idempotency-key',
  'if-range',
  'range',
  'traceparent',
])

/**
 * Hooks of the client that print each request and its answer on standard error: method, address, status and time, the
 * headers that hold no secret, and, where the service sends Server-Timing, who has the task and since when. Bodies, keys and
 * the query of a URL, which may be a signature, are never printed.
 */
export function debugHooks(session: Session, apiKey: string): Pick<ClientOptions, 'onRequest' | 'onResponse'> {
  const { terminal } = session
  const label = terminal.paint.err.faint('debug')
  const print = (line: string): void => {
    terminal.err(`${label}   ${printable(line).replaceAll(apiKey, '[key]')}\n`)
  }
  return {
    onRequest: ({ method, url, headers }) => {
      print(`> ${method} ${withoutQuery(url)}`)
      for (const [name, value] of Object.entries(headers))
        print(`>   ${name}: ${shown.has(name.toLowerCase()) ? value : '[not shown]'}`)
    },
    onResponse: ({ method, url, status, milliseconds, responseHeaders }) => {
      print(
        `< ${status === 0 ? 'no answer' : String(status)} ${method} ${withoutQuery(url)} in ${Math.round(milliseconds)} ms`,
      )
      const timing = responseHeaders['server-timing']
      if (timing !== undefined) print(`<   server-timing: ${timing}`)
    },
  }
}

/** A URL without user, password, query and fragment. */
function withoutQuery(url: string): string {
  if (!URL.canParse(url)) return '[not a URL]'
  const { origin, pathname, search } = new URL(url)
  return `${origin}${pathname}${search === '' ? '' : '?…'}`
}
