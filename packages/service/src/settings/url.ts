/** The URL without a slash at the end, or undefined when it is not an absolute http or https URL without user, query and fragment. */
export function absoluteUrl(text: string): string | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (
    url === undefined ||
    !['http:', 'https:'].includes(url.protocol) ||
    /[?#]/.test(text) ||
    url.username !== '' ||
    url.password !== ''
  )
    return undefined
  return url.href.replace(/\/+$/, '')
}

/** What is wrong with such a text, for a message. A password in it is not repeated. */
export function urlRefusal(text: string): string {
  const shown = text.includes('@') ? 'has a user or a password' : `is "${text}"`
  return `${shown}; it must be an absolute http or https URL without user, query and fragment`
}
