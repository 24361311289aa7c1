/** A request as it came. */
export interface RawRequest {
  method: string
  /** The path and the query, as they were sent. */
  target: string
  headers: Readonly<Record<string, string | undefined>>
  bytes: Uint8Array
}

/** What signatures are checked for. `key`: the operator's, undefined: any. `now`: milliseconds since 1970. */
export interface Expected {
  service: string
  key: string | undefined
  now: number
}

/** How far the time of a signature may be from ours, in milliseconds. */
export const tolerance = 300_000
