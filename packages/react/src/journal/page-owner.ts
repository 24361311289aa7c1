let owner: Promise<string> | undefined

/**
 * The name by which other tabs know that this page runs: a lock that it holds until it is closed or reloaded. Resolves once the lock is held, so that
 * nothing is recorded for an owner that another tab would take for gone.
 */
export function pageOwner(): Promise<string> {
  return (owner ??= new Promise((resolve, reject) => {
    const name = `model-tasks page ${crypto.randomUUID()}`
    navigator.locks
      .request(name, () => {
        resolve(name)
        return new Promise<never>(() => undefined)
      })
      .catch((error: unknown) => {
        owner = undefined
        reject(error instanceof Error ? error : new Error(String(error)))
      })
  }))
}
