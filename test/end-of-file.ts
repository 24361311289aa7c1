const pending = new Set<() => Promise<void>>()

/**
 * Calls `end` once the tests of the file that runs now have ended. A hook at the top of a module would belong to the first
 * file that loads it, and files that follow in the same process share their modules with it.
 */
export function atEndOfFile(end: () => Promise<void>): void {
  pending.add(end)
}

/** Calls what was asked for since the last file ended. */
export async function endFile(): Promise<void> {
  const ends = [...pending]
  pending.clear()
  await Promise.all(ends.map((end) => end()))
}
