/** Secrets that are known by their form: keys of this service, secrets of webhooks, credentials in headers and URLs, signatures of result URLs. */
const forms: readonly (readonly [RegExp, string])[] = [
  [/\bmt_[\w-]{20,}/g, 'mt_[redacted]'],
  [/\bwhsec_[A-Za-z0-9+/=]{16,}/g, 'whsec_[redacted]'],
  [/\b(bearer|basic)(\s+)[\w.~+/=-]{8,}/gi, '$1$2[redacted]'],
  [/\b([a-z][a-z0-9+.-]*:\/\/)[^\s/@"\\:]*:[^\s/@"\\]*@/gi, '$1[redacted]@'],
  [/\b((?:x-amz-)?signature|x-amz-credential|x-amz-security-token)=[\w%.~+/=-]+/gi, '$1=[redacted]'],
]
/** A shorter one would also be a part of ordinary words. */
const shortestSecret = 8

/**
 * Takes secrets out of what is written to a log: those of the settings wherever they stand, and all that have the form of
 * one. Secrets are kept out of the log to begin with; this is for an error message of somebody else that quotes one.
 */
export function redactor(secrets: readonly string[]): (line: string) => string {
  const written = secrets
    .filter(({ length }) => length >= shortestSecret)
    .flatMap((secret) => [secret, JSON.stringify(secret).slice(1, -1), encodeURIComponent(secret)])
  const known = [...new Set(written)].sort((one, other) => other.length - one.length)
  return (line) => {
    let clean = line
    for (const secret of known) clean = clean.replaceAll(secret, '[redacted]')
    for (const [form, instead] of forms) clean = clean.replace(form, instead)
    return clean
  }
}
