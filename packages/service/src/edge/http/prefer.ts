/** A wait that a request prefers. */
export interface WaitPreference {
  seconds: number
  /** The status that the caller has seen: a task that has another one is answered at once. */
  seen: string | undefined
}

/**
 * The preference `wait` in a Prefer header (RFC 7240, section 4.3): `wait=30`, or `wait=30; seen=queued`. Undefined where
 * there is none, or none that is a number of seconds: what cannot be understood is ignored, as section 2 asks. Of several,
 * the first counts.
 */
export function waitPreference(header: string | string[] | undefined): WaitPreference | undefined {
  if (header === undefined) return undefined
  const text = Array.isArray(header) ? header.join(',') : header
  // Quoted strings of other preferences may hold commas.
  for (const [preference] of text.matchAll(/(?:"(?:\\.|[^"\\])*"|[^,"])+/g)) {
    const [, seconds, parameters = ''] = /^\s*wait\s*=\s*"?(\d{1,9})"?\s*(?:;(.*))?$/i.exec(preference) ?? []
    if (seconds === undefined) continue
    const [, seen] = /(?:^|;)\s*seen\s*=\s*"?(\w+)"?\s*(?:;|$)/i.exec(parameters) ?? []
    return { seconds: Number(seconds), seen }
  }
  return undefined
}
