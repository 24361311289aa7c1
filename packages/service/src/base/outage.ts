/** What Node says when a host, a connection or a disk cannot be used. */
const systemCodes = new Set([
  ...['ECONNREFUSED', 'ECONNRESET', 'ETIMEDOUT', 'EPIPE', 'EHOSTUNREACH', 'ENETUNREACH', 'ENOTFOUND', 'EAI_AGAIN'],
  ...['ENOSPC', 'EDQUOT', 'EIO', 'EROFS', 'EMFILE', 'ENFILE'],
])

/** SQLSTATE classes of PostgreSQL: connection, resources, operator intervention, system errors; and a read-only server. */
const sqlStates = /^(?:08|53|57|58)[0-9A-Z]{3}$|^25006$/

/** What the PostgreSQL driver says without a code. */
const driverMessages =
  /^(?:Connection terminated|timeout exceeded when trying to connect|Query read timeout|Client has encountered a connection error|Client was closed)/

/** Result codes of SQLite: busy, locked, read-only, I/O error, full, cannot open. */
const sqliteMessages =
  /database is locked|database table is locked|readonly database|disk I\/O error|database or disk is full|unable to open database/

/**
 * Whether an error says that a database or a file store cannot be used at the moment, so that asking again later may
 * work. Everything else is an internal error.
 */
export function isOutage(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  if (systemCodes.has(code) || sqlStates.test(code)) return true
  if (driverMessages.test(error.message) || sqliteMessages.test(error.message)) return true
  return isS3Outage(error) || (error instanceof AggregateError && error.errors.some(isOutage)) || isOutage(error.cause)
}

/** Why a database took no write: SQLSTATE or system code, or what SQLite says. */
const rejections = [
  { reason: 'its disk is full', pattern: /^(?:53100|ENOSPC|EDQUOT)$|database or disk is full/ },
  { reason: 'it is read-only', pattern: /^(?:25006|EROFS)$|readonly database/ },
] as const

/** Why a database takes no writes, where an error says that; undefined for every other error. */
export function rejectedWrite(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined
  const code = 'code' in error ? String(error.code) : ''
  return rejections.find(({ pattern }) => pattern.test(code) || pattern.test(error.message))?.reason
}

/** The S3 SDK adds `$metadata`; without a status there was no answer. */
function isS3Outage(error: Error): boolean {
  if (!('$metadata' in error) || typeof error.$metadata !== 'object' || error.$metadata === null) return false
  const status = 'httpStatusCode' in error.$metadata ? error.$metadata.httpStatusCode : undefined
  return typeof status !== 'number' || status >= 500 || status === 429
}
