import { _, Name, type Code } from 'ajv'
import type { JsonSchema, JsonValue, ObjectParameter, Parameter, Words } from '../catalogue.js'
import { describeMember } from '../emit/types/describe.js'
import { memberName, objectType } from '../emit/types/interface.js'
import { described } from '../description/described.js'
import { arrayLiteral } from '../emit/validators/literals.js'
import { callCheck, fine, wrong, wrongTypes, type Case, type Kind } from './kind.js'
import type { Nested } from './list.js'
import { nullCase } from './nullable.js'

/** An object with named members and no others. */
export function objectKind(nested: Nested, read: Kind<ObjectParameter>['read']): Kind<ObjectParameter> {
  return {
    read,
    type: ({ members }) =>
      members.length === 0
        ? '{ [member: string]: never }'
        : objectType(
            members.map((member) => ({
              name: memberName(member.name),
              doc: describeMember(member),
              optional: !member.required,
              type: nested.type(member),
            })),
          ),
    schema({ members }): JsonSchema {
      const required = members.filter((member) => member.required).map((member) => member.name)
      const properties: JsonSchema = {}
      for (const member of members)
        properties[member.name] = {
          ...nested.schema(member),
          ...described(member),
          ...('default' in member && member.default !== undefined ? { default: member.default } : {}),
        }
      return { type: 'object', ...(required.length > 0 ? { required } : {}), properties, additionalProperties: false }
    },
    check(parameter, at, context): Code {
      const names = context.constant(arrayLiteral(parameter.members.map((member) => member.name)))
      const inner = parameter.members.map((member) => {
        const value = new Name(`member${at.depth}`)
        const statements = context.nested(member, {
          pointer: _`${at.pointer} + ${`/${member.name}`}`,
          value,
          depth: at.depth + 1,
        })
        return _`{
const ${value} = ${new Name('own')}(${at.value}, ${member.name})
${statements}
}`
      })
      return _`if (${callCheck('object', parameter, at, names)})) {
${inner.reduce(
  (code, statement) => _`${code}
${statement}`,
  _``,
)}
}`
    },
    facts: ({ members }) => ({ type: 'object', members }),
    phrase({ members }) {
      const { en, zh } = memberWords(members)
      return { en: `an object with ${en}`, zh: `对象，含 ${zh}` }
    },
    example: (parameter, model) => minimal(parameter, nested, model),
    cases: (parameter) => [...wrongTypes(['text', 7, []]), ...memberCases(parameter, nested)],
    sample: ({ members }, random) =>
      Object.fromEntries(
        members
          .filter(({ required }) => required || random.below(2) === 1)
          .map((member) => [member.name, nested.sample(member, random)]),
      ),
  }
}

/** Members in a row, each with what it accepts. */
export function memberWords(members: readonly Parameter[]): Words {
  const words = members.map(({ name, required, phrase: { en, zh } }) =>
    required
      ? { en: `${name} (required: ${en})`, zh: `${name}（必填：${zh}）` }
      : { en: `${name} (${en})`, zh: `${name}（${zh}）` },
  )
  return { en: words.map(({ en }) => en).join(', '), zh: words.map(({ zh }) => zh).join('、') }
}

function minimal(
  { members }: ObjectParameter,
  nested: Nested,
  model: 'video' | 'image' | 'audio' | 'mesh',
): { [member: string]: JsonValue } {
  const required = members.filter((member) => member.required)
  const shown = required.length > 0 ? required : members.slice(0, 1)
  return Object.fromEntries(shown.map((member) => [member.name, nested.example(member, model)]))
}

function memberCases(parameter: ObjectParameter, nested: Nested): Case[] {
  const base = minimal(parameter, nested, 'video')
  const known = new Set(parameter.members.map((member) => member.name))
  const inside = parameter.members.flatMap((member) => {
    const { [member.name]: _, ...rest } = base
    return [
      {
        about: `${member.name}-missing`,
        value: rest,
        findings: member.required ? [{ rule: 'required', path: `/${member.name}` }] : [],
      },
      ...nullCase(member, `${member.name}-null`, { ...rest, [member.name]: null }, `/${member.name}`),
      ...nested.cases(member).flatMap(({ about, value, findings }) =>
        value === undefined
          ? []
          : [
              {
                about: `${member.name}-${about}`,
                value: { ...rest, [member.name]: value },
                findings: findings.map((finding) => ({ ...finding, path: `/${member.name}${finding.path ?? ''}` })),
              },
            ],
      ),
    ]
  })
  return [
    fine('members', base),
    ...(known.has('no_such_member')
      ? []
      : [wrong('unknown-member', { ...base, no_such_member: 1 }, 'unknown-parameter', '/no_such_member')]),
    wrong('inherited-name', { ...base, toString: 1 }, 'unknown-parameter', '/toString'),
    ...inside,
  ]
}
