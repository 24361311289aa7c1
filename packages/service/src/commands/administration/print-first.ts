/**
 * Prints the first `limit` of a list, a line each; `none` where it is empty, and where it goes on, which of them these are (`oldest`).
 * A list that is read for this holds one more than `limit` where there are more.
 */
export function printFirst<T>(
  print: (line: string) => void,
  { all, limit, none, which }: { all: readonly T[]; limit: number; none: string; which: string },
  line: (one: T) => string,
): void {
  if (all.length === 0) print(none)
  for (const one of all.slice(0, limit)) print(line(one))
  if (all.length > limit) print(`and more: these are ${which}`)
}
