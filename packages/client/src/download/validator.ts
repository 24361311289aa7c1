/** The ETag of an answer when it is a strong one (RFC 9110, 8.8.3): the same ETag then means the same bytes. */
export function strongValidator(headers: Headers): string | undefined {
  const tag = headers.get('etag')?.trim()
  return tag !== undefined && /^"[\x21\x23-\x7e\x80-\xff]*"$/.test(tag) ? tag : undefined
}
