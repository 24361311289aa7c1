/** A text without the given secrets and without the query of any URL, where signatures are. */
export function redact(text: string, secrets: readonly unknown[]): string {
  let safe = text.replace(/(https?:\/\/[^\s"?]+)\?[^\s"]*/g, '$1?[redacted]')
  for (const secret of secrets)
    if (typeof secret === 'string' && secret.length > 2) safe = safe.replaceAll(secret, '[redacted]')
  return safe
}
