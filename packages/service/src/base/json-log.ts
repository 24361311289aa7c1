import { pino } from 'pino'
import { eachLevel, isWritten, plain, type Log, type LogOptions } from './log.js'

/** Lines of JSON, as log collectors read them. */
export function jsonLog({ write, now, level, redact }: LogOptions): Log {
  const logger = pino(
    {
      level,
      base: null,
      messageKey: 'message',
      timestamp: () => `,"time":"${new Date(now()).toISOString()}"`,
      formatters: { level: (label) => ({ level: label }) },
    },
    {
      write: (line: string) => {
        write(redact(line))
      },
    },
  )
  return eachLevel((at) => (message, details = {}) => {
    if (isWritten(at, level)) logger[at](plain(details), message)
  })
}
