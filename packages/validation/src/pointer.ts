/** The steps of a JSON pointer, unescaped. */
export function stepsOf(pointer: string): string[] {
  return pointer
    .split('/')
    .slice(1)
    .map((step) => step.replace(/~1/g, '/').replace(/~0/g, '~'))
}

/** The own value a pointer leads to; inherited members do not count. */
export function valueAt(body: unknown, steps: string[]): unknown {
  let value = body
  for (const step of steps) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, step)) return undefined
    value = Reflect.get(value, step)
  }
  return value
}

/** The longest pointer that is told whole: parameters have short names, and a monstrous one need not be repeated. */
const longest = 1000

/** A pointer as a finding carries it: whole, or the beginning of a monstrous one, which is a pointer still. */
export function pointerShown(pointer: string): string {
  return pointer.length <= longest ? pointer : `${pointer.slice(0, longest).replace(/[~\uD800-\uDBFF]$/, '')}…`
}
