const blank = /[ \t\n\r]*/y
const string = /"[^"\\\u0000-\u001f]*(?:\\(?:["\\/bfnrt]|u[\dA-Fa-f]{4})[^"\\\u0000-\u001f]*)*"/y
const scalar = new RegExp(`${string.source}|-?(?:0|[1-9]\\d*)(?:\\.\\d+)?(?:[eE][+-]?\\d+)?|true|false|null`, 'y')

/** What JSON would have where a text stops being JSON. */
export type ExpectedJson = 'value' | 'name' | 'colon' | ',}' | ',]' | 'end'

/** The index at which a text stops being JSON, what would stand there, and what does: nothing at its end. */
export interface JsonFault {
  at: number
  expected: ExpectedJson
  got: string
}

/** Where a text stops being JSON; undefined for JSON. Engines say less, each in its own words. */
export const jsonFault = (text: string): JsonFault | undefined => {
  let at = 0
  const take = (pattern: RegExp): boolean => {
    blank.lastIndex = at
    blank.test(text)
    at = pattern.lastIndex = blank.lastIndex
    if (!pattern.test(text)) return false
    at = pattern.lastIndex
    return true
  }
  // A list of what is open, where calls would end with the stack.
  const open: (',}' | ',]')[] = []
  const after = (): ExpectedJson => open.at(-1) ?? 'end'
  const close = (): ExpectedJson => {
    open.pop()
    return after()
  }
  const next: Record<ExpectedJson, () => ExpectedJson | 'nothing' | undefined> = {
    value: () => {
      if (take(/\{/y)) {
        open.push(',}')
        return take(/\}/y) ? close() : 'name'
      }
      if (take(/\[/y)) {
        open.push(',]')
        return take(/\]/y) ? close() : 'value'
      }
      return take(scalar) ? after() : undefined
    },
    name: () => (take(string) ? 'colon' : undefined),
    colon: () => (take(/:/y) ? 'value' : undefined),
    ',}': () => (take(/,/y) ? 'name' : take(/\}/y) ? close() : undefined),
    ',]': () => (take(/,/y) ? 'value' : take(/\]/y) ? close() : undefined),
    end: () => (take(/$/y) ? 'nothing' : undefined),
  }
  for (let expected: ExpectedJson = 'value'; ;) {
    const then: ExpectedJson | 'nothing' | undefined = next[expected]()
    if (then === 'nothing') return undefined
    if (then === undefined) return { at, expected, got: /^.{0,20}/u.exec(text.slice(at))?.[0] ?? '' }
    expected = then
  }
}
