/** The headers of a call: the Idempotency-Key that it names, and those that go with its requests. */
export function callHeaders(
  given: Readonly<Record<string, string | undefined>> | undefined,
  webhookUrl?: string,
): { key: string | undefined; headers: Record<string, string> } {
  const headers: Record<string, string> = {}
  let key: string | undefined
  for (const [name, value] of Object.entries(given ?? {})) {
    if (value === undefined) continue
    if (name.toLowerCase() === 'idempotency-key') key = value
    else headers[name] = value
  }
  if (webhookUrl !== undefined) headers['callback-url'] = webhookUrl
  return { key, headers }
}
