/** Submits that are under way, as every tab of this browser sees them. Without the API of locks a tab knows its own alone. */

const nameOf = (key: string): string => `model-tasks.submit.${key}`

const locks = (): LockManager | undefined => ('locks' in navigator ? navigator.locks : undefined)

/** Does `work`, a submit under this key, so that other tabs see it is under way. */
export const inFlight = async (key: string, work: () => Promise<void>): Promise<void> => {
  let begun = false
  const begin = (): Promise<void> => {
    begun = true
    return work()
  }
  try {
    await (locks()?.request(nameOf(key), begin) ?? begin())
  } catch (error) {
    // A browser that blocks storage may refuse locks too.
    if (begun) throw error
    await work()
  }
}

/** Resolves once no tab has a submit under this key under way. */
export const settled = async (key: string): Promise<void> => {
  await locks()
    ?.request(nameOf(key), () => undefined)
    .catch(() => undefined)
}
