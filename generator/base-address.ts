/**
 * Where the published documents are, unless a build says otherwise with `--base`. The name is reserved and resolves
 * nowhere: who hosts the documents knows their address.
 */
export const defaultBaseAddress = 'https://model-tasks.example/spec/'

/** An absolute http or https address that others can be resolved against: with a slash at its end. Undefined for anything else. */
export function readBaseAddress(text: string): string | undefined {
  if (!URL.canParse(text)) return undefined
  const { protocol, username, password, search, hash, href } = new URL(text)
  if (!/^https?:$/.test(protocol) || [username, password, search, hash].some((part) => part !== '')) return undefined
  return href.endsWith('/') ? href : `${href}/`
}

/** The address of one published file: versioned, so that it always means the same bytes. */
export function publishedAddress(base: string, version: string, path: string): string {
  return new URL(`${version}/${path}`, base).href
}
