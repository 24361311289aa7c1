import { _, type Code } from 'ajv'
import type { JsonSchema, JsonValue, Parameter, Words } from '../catalogue.js'
import { fine, type Case } from './kind.js'

/** The type of a value beside null; undefined where several are stated, or none. */
export function typeBesideNull({ type, enum: values }: JsonSchema): string | undefined {
  if (!Array.isArray(type)) return typeof type === 'string' ? type : undefined
  const [only, ...others] = type.filter((name) => name !== 'null')
  return typeof only === 'string' && (others.length === 0 || values !== undefined) ? only : undefined
}

/** Whether null may be sent beside a value. */
export function takesNull({ type }: JsonSchema): boolean {
  return Array.isArray(type) && type.includes('null')
}

/*
 * What null adds to each kind. A kind itself knows nothing of null: the value that it describes is there.
 */

export function typeOrNull({ nullable }: Parameter, type: string): string {
  return nullable ? `${type} | null` : type
}

export function schemaOrNull({ nullable }: Parameter, schema: JsonSchema): JsonSchema {
  if (nullable !== true) return schema
  const { type, enum: values, anyOf, oneOf } = schema
  const options = anyOf ?? oneOf
  if (type === undefined && Array.isArray(options))
    return { ...schema, [anyOf === undefined ? 'oneOf' : 'anyOf']: [...options, { type: 'null' }] }
  return {
    ...schema,
    ...(type === undefined ? {} : { type: [...(Array.isArray(type) ? type : [type]), 'null'] }),
    ...(Array.isArray(values) ? { enum: [...values, null] } : {}),
  }
}

export function checkUnlessNull({ nullable }: Parameter, value: Code, statements: Code): Code {
  return nullable
    ? _`if (${value} !== null) {
${statements}
}`
    : statements
}

export function phraseOrNull({ nullable }: Parameter, { en, zh }: Words): Words {
  return nullable ? { en: `${en}, or null`, zh: `${zh}，或 null` } : { en, zh }
}

export function casesOrNull({ nullable }: Parameter, cases: Case[]): Case[] {
  return nullable ? [fine('null', null), ...cases] : cases
}

/** The finding on null, where it may not be sent. */
export function nullCase({ nullable }: Parameter, about: string, value: JsonValue, path?: string): Case[] {
  return nullable ? [] : [{ about, value, findings: [path === undefined ? { rule: 'null' } : { rule: 'null', path }] }]
}
