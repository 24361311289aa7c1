/**
 * The one form of a base URL that is spelled in several ways: in it, the same service is the same text. What is not a URL stays as it is.
 *
 * @internal
 */
export function addressOf(baseUrl: string): string {
  return URL.canParse(baseUrl) ? new URL(baseUrl).href.replace(/\/+$/, '') : baseUrl
}
