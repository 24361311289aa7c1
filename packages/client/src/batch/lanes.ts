/** Calls `work` with each item, in their order, for no more than `limit` of them at once. Rejects with the first rejection of one. */
export async function inLanes<T>(
  items: readonly T[],
  limit: number,
  work: (item: T, index: number) => Promise<void>,
): Promise<void> {
  const queue = items.entries()
  const lane = async (): Promise<void> => {
    for (const [index, item] of queue) await work(item, index)
  }
  await Promise.all(Array.from({ length: Math.min(limit, items.length) }, lane))
}
