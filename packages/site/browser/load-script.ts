/** How often each script could not be loaded. */
const failures = new Map<string, number>()

/**
 * Loads a script of the page, named relative to it. A browser remembers that an import has failed and does not try again,
 * so each further try asks under an address of its own.
 */
export const loadScript = async (address: string): Promise<unknown> => {
  const url = new URL(address, location.href)
  const failed = failures.get(address) ?? 0
  if (failed > 0) url.searchParams.set('again', String(failed))
  try {
    return await import(url.href)
  } catch (error) {
    failures.set(address, failed + 1)
    throw error
  }
}
