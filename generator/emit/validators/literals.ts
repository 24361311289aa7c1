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

/** A regular expression as code in plain ASCII, so that no editor, transport or person can change or misread a character of it. */
export function patternLiteral(pattern: string, flags = ''): Code {
  const ascii = pattern.replace(/[^\x20-\x7e]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
  return _`${regexpCode(new RegExp(ascii, flags))}`
}
