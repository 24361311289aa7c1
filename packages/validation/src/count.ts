/** A number of things: `1 item`, `2 items`; `plural` where that is not the noun with an s. */
export function formatCount(count: number | string, noun: string, plural = `${noun}s`): string {
  return `${count} ${count === 1 ? noun : plural}`
}
