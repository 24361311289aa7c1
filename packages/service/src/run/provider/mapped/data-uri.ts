/** What a data URI in base64 holds, and its media type where it names one. */
export function fileOf(dataUri: string): { bytes: Buffer; contentType: string | undefined } {
  const comma = dataUri.indexOf(',')
  const named = dataUri.slice('data:'.length, comma).split(';')[0]?.toLowerCase() ?? ''
  // What cannot be in a header is not a media type.
  const contentType = /^[a-z0-9.+-]+\/[a-z0-9.+-]+$/.test(named) ? named : undefined
  return { bytes: Buffer.from(dataUri.slice(comma + 1), 'base64'), contentType }
}
