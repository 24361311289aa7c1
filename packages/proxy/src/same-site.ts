/** Whether a request comes from a page of another site, which would use the cookie of the user who visits it. */
export function isForeign(request: Request, origins: readonly string[]): boolean {
  const origin = request.headers.get('origin')
  if (origin !== null && origins.includes(origin)) return false
  // What the browser says holds also where the host was chosen by the page.
  if (request.headers.get('sec-fetch-site') === 'cross-site') return true
  return origin !== null && origin !== new URL(request.url).origin && !isBehindProxy(request, origin)
}

/** A server that terminates TLS passes the host on, and the scheme is that of its own hop. */
function isBehindProxy(request: Request, origin: string): boolean {
  return URL.canParse(origin) && new URL(origin).host === (request.headers.get('host') ?? new URL(request.url).host)
}
