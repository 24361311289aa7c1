const blank = /[ \t\n\r]*/y
const string = /"[^"\\\u0000-\u001f]*(?:\\(?:["\\/bfnrt]|u[\dA-Fa-f]{4})[^"\\\u0000-\u001f]*)*"/y
const scalar = new RegExp(`${string.source}|-?(?:0|[1-9]\\d*)(?:\\.\\d+)?(?:[eE][+-]?\\d+)?|true|false|null`, 'y')

/** The line on which a text stops being JSON, and what stands there, nothing at its end; undefined for JSON. Engines say less, each in its own words. */
export const jsonFault = (text: string): { line: number; got: string } | undefined => {
  let at = 0
  const take = (pattern: RegExp): boolean => {
    blank.lastIndex = at
    blank.test(text)
    at = pattern.lastIndex = blank.lastIndex
    if (!pattern.test(text)) return false
    at = pattern.lastIndex
    return true
  }
  const all = (item: () => boolean, close: RegExp): boolean => {
    if (take(close)) return true
    while (item()) {
      if (take(close)) return true
      if (!take(/,/y)) return false
    }
    return false
  }
  const value = (): boolean =>
    take(/\{/y)
      ? all(() => take(string) && take(/:/y) && value(), /\}/y)
      : take(/\[/y)
        ? all(value, /\]/y)
        : take(scalar)
  if (value() && take(/$/y)) return undefined
  return { line: text.slice(0, at).split('\n').length, got: /^.{0,20}/.exec(text.slice(at))?.[0] ?? '' }
}
