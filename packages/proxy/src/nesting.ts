/** Whether arrays and objects are nested deeper than `limit`; never recursive itself, so that no input exhausts the stack. */
export function isNestedDeeper(value: unknown, limit: number): boolean {
  let level = [value]
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > limit) return true
    level = level.flatMap((each): unknown[] =>
      typeof each === 'object' && each !== null
        ? Object.values(each).filter((member) => typeof member === 'object')
        : [],
    )
  }
  return false
}
