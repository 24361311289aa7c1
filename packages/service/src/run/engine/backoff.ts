/**
 * Milliseconds before the next try: doubled with each failure from `first` up to `max`, spread by a quarter either
 * way, so that what failed together is not tried again together. `failures` counts from 1; `random` gives 0 to 1.
 */
export function backoff(failures: number, first: number, max: number, random: () => number): number {
  return Math.min(first * 2 ** (failures - 1), max) * (0.75 + random() / 2)
}
