/** What an operator should know. Nothing secret is ever passed in: no key, no prompt, no signed URL. */
export interface Log {
  info(message: string, details?: LogDetails): void
  error(message: string, details?: LogDetails): void
}
export type LogDetails = Record<string, unknown>

/** Lines of JSON, as log collectors read them; `write` gets one line at a time. */
export function jsonLog(write: (line: string) => void, now: () => number): Log {
  const line =
    (level: string) =>
    (message: string, details: LogDetails = {}): void => {
      write(`${JSON.stringify({ time: new Date(now()).toISOString(), level, message, ...plain(details) })}\n`)
    }
  return { info: line('info'), error: line('error') }
}

/** One plain line an error and nothing else: for a terminal. */
export function plainLog(write: (line: string) => void): Log {
  return {
    info: () => undefined,
    error: (message, details = {}) => {
      const said = Object.entries(plain(details)).map(([name, value]) => ` ${name}=${String(value)}`)
      write(`${message}${said.join('')}\n`)
    },
  }
}

/** Says nothing. */
export const silentLog: Log = { info: () => undefined, error: () => undefined }

function plain(details: LogDetails): LogDetails {
  return Object.fromEntries(
    Object.entries(details).map(([name, value]) => [name, value instanceof Error ? value.message : value]),
  )
}
