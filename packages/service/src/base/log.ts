import { printable } from '@model-tasks/validation/printable'

/** What an operator should know. Nothing secret is ever passed in: no key, no prompt, no signed URL. */
export interface Log {
  /** What is of use only while something is looked into, such as each request. */
  debug(message: string, details?: LogDetails): void
  info(message: string, details?: LogDetails): void
  /** Something failed and is tried again, or is not as it should be. */
  warn(message: string, details?: LogDetails): void
  error(message: string, details?: LogDetails): void
}
export type LogDetails = Record<string, unknown>

export const logLevels = ['debug', 'info', 'warn', 'error'] as const
export type LogLevel = (typeof logLevels)[number]

/** How a log is written. */
export interface LogOptions {
  /** Gets one line at a time, with its end. */
  write: (line: string) => void
  /** Milliseconds since the Unix epoch. */
  now: () => number
  /** The least that is written. */
  level: LogLevel
  /** Takes secrets out of a line, should one have got in. */
  redact: (line: string) => string
}

/** One plain line per warning and error, or per entry that `level` asks for: for a terminal. */
export function plainLog({ write, level, redact }: Omit<LogOptions, 'now'>): Log {
  return eachLevel((at) => (message, details = {}) => {
    if (!isWritten(at, level)) return
    const said = Object.entries(plain(details)).map(([name, value]) => ` ${name}=${String(value)}`)
    write(redact(`${printable(`${message}${said.join('')}`)}\n`))
  })
}

/** Whether a line of this level is written. */
export function isWritten(at: LogLevel, level: LogLevel): boolean {
  return logLevels.indexOf(at) >= logLevels.indexOf(level)
}

/** Says nothing. */
export const silentLog: Log = eachLevel(() => () => undefined)

/** A log of one function per level. */
export function eachLevel(write: (level: LogLevel) => (message: string, details?: LogDetails) => void): Log {
  return { debug: write('debug'), info: write('info'), warn: write('warn'), error: write('error') }
}

/** Details with the message of each error and of what caused it in its place; a stack says nothing that an operator can act on. */
export function plain(details: LogDetails): LogDetails {
  return Object.fromEntries(
    Object.entries(details).map(([name, value]) => [name, value instanceof Error ? messageOf(value) : value]),
  )
}

function messageOf({ message, cause }: Error): string {
  return cause instanceof Error && cause.message !== '' && !message.includes(cause.message)
    ? `${message}: ${cause.message}`
    : message
}
