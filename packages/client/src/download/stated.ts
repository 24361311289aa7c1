/** The length of a body, as its answer states it. Digits only: anything else says nothing. */
export function lengthOf(headers: Headers): number | undefined {
  const value = headers.get('content-length')?.trim() ?? ''
  return /^\d{1,15}$/.test(value) ? Number(value) : undefined
}

/** Whether a body has a content encoding. Some stores write `aws-chunked` where nothing is encoded. */
export function isEncoded(headers: Headers): boolean {
  const codings = (headers.get('content-encoding') ?? '')
    .toLowerCase()
    .split(',')
    .map((coding) => coding.trim())
  return codings.some((coding) => !['', 'identity', 'aws-chunked'].includes(coding))
}
