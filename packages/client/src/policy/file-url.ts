/** Where a file is, without the credentials that its URL may hold. */
export interface FileUrl {
  readonly href: string
  /** The credentials of the URL as HTTP sends them; `fetch` does not accept them in a URL. */
  readonly authorization: string | undefined
}

/** The http or https URL that an answer from `baseUrl` names; undefined where it names none. */
export function fileUrl(location: string, baseUrl: string): FileUrl | undefined {
  const url = URL.canParse(location, baseUrl) ? new URL(location, baseUrl) : undefined
  if (!url || !/^https?:$/.test(url.protocol)) return undefined
  const { username, password } = url
  url.username = url.password = ''
  const authorization = username || password ? `Basic ${btoa(unescaped(`${username}:${password}`))}` : undefined
  return { href: url.href, authorization }
}

/** The bytes of a percent-encoded string, one character each, as `btoa` wants them. */
function unescaped(text: string): string {
  return text.replace(/%([0-9a-f]{2})/gi, (_, code: string) => String.fromCharCode(parseInt(code, 16)))
}
