import { _, stringify, type Code } from 'ajv'
import { regexpCode } from 'ajv/dist/compile/codegen/code.js'
import type { JsonValue } from '../../catalogue.js'

/** An array of plain data as code. */
export function arrayLiteral(values: readonly JsonValue[]): Code {
  return stringify(values)
}

/** Plain data with names as code. */
export function objectLiteral(members: { readonly [name: string]: JsonValue }): Code {
  return stringify(members)
}

/** The white space that JavaScript's `\s` has beyond ASCII and U+00A0, as the patterns of `spec/` write it out for other languages. */
const wideSpace = '\u1680\u2000-\u200A\u2028\u2029\u202F\u205F\u3000\uFEFF'
const withSpace = '\\x00-\\x20\\x7F-\\xA0'

/**
 * A regular expression as code in plain ASCII, so that no editor, transport or person can change or misread a character
 * of it. A class that holds all that `\s` means says `\s`, which is shorter.
 */
export function patternLiteral(pattern: string, flags = ''): Code {
  const ascii = pattern
    .replaceAll(withSpace + wideSpace, `${withSpace}\\s`)
    .replace(/[^\x20-\x7e]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
  return _`${regexpCode(new RegExp(ascii, flags))}`
}
