/** Which bytes of a file an answer holds (RFC 9110, 14.4). */
export interface ContentRange {
  readonly first: number
  readonly last: number
  /** The length of the whole file; undefined where the host says `*`. */
  readonly total: number | undefined
}

/** Reads Content-Range. Undefined when it is absent, malformed or impossible. */
export function readContentRange(headers: Headers): ContentRange | undefined {
  const [, first, last, total] = /^bytes (\d+)-(\d+)\/(\d+|\*)$/i.exec(headers.get('content-range')?.trim() ?? '') ?? []
  if (first === undefined || last === undefined) return undefined
  const range = { first: Number(first), last: Number(last), total: total === '*' ? undefined : Number(total) }
  const possible = range.first <= range.last && (range.total === undefined || range.last < range.total)
  return possible && Object.values(range).every((value) => value === undefined || Number.isSafeInteger(value))
    ? range
    : undefined
}
