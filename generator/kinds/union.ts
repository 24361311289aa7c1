import { _, Name, type Code } from 'ajv'
import { described } from '../description/described.js'
import type { EnumParameter, JsonSchema, JsonValue, ObjectParameter, Parameter, UnionParameter } from '../catalogue.js'
import { isObject } from '../load/json-object.js'
import type { Reader } from '../read/reader.js'
import { callCheck, fine, wrong, wrongTypes, type Base, type Case, type Kind } from './kind.js'
import type { Nested } from './list.js'
import { nullCase } from './nullable.js'
import { memberWords } from './object.js'
import { either } from './words.js'

/** An object of one of several forms, which the value of one member, the tag, tells apart. */
export function unionKind(nested: Nested, read: Kind<UnionParameter>['read']): Kind<UnionParameter> {
  return {
    read,
    type: ({ variants }) => `(${variants.map((variant) => nested.type(variant)).join(' | ')})`,
    schema: ({ tag, variants }) => ({ oneOf: variants.map((variant) => variantSchema(nested, tag, variant)) }),
    check(parameter, at, context): Code {
      const { tag, variants } = parameter
      const form = new Name(`form${at.depth}`)
      const ofTag = context.nested(tag, {
        pointer: _`${at.pointer} + ${`/${tag.name}`}`,
        value: form,
        depth: at.depth + 1,
      })
      const ofForms = variants.map(
        (variant) => _`if (${form} === ${variant.name}) {
${context.nested(variant, at)}
}`,
      )
      return _`if (${callCheck('anyObject', parameter, at)})) {
const ${form} = ${new Name('own')}(${at.value}, ${tag.name})
${[ofTag, ...ofForms].reduce(
  (code, statement) => _`${code}
${statement}`,
)}
}`
    },
    facts: ({ tag, variants }) => ({ type: 'object', tag: tag.name, members: [tag], variants }),
    phrase({ tag, variants }) {
      const forms = variants.map(({ name, members }) => {
        const { en, zh } = memberWords(othersThan(tag, members))
        return en === '' ? { en: name, zh: name } : { en: `${name} with ${en}`, zh: `${name}，含 ${zh}` }
      })
      return {
        en: `an object by its ${tag.name}: ${forms.map(({ en }) => en).join('; or ')}`,
        zh: `按 ${tag.name} 区分的对象：${forms.map(({ zh }) => zh).join('；或 ')}`,
      }
    },
    example: ({ variants: [first] }, model) => (first === undefined ? {} : nested.example(first, model)),
    cases: (parameter) => [
      ...wrongTypes(['text', 7, []]),
      ...tagCases(nested, parameter),
      ...formCases(nested, parameter),
    ],
    sample: ({ variants }, random) => {
      const variant = variants[random.below(variants.length)]
      return variant === undefined ? {} : nested.sample(variant, random)
    },
  }
}

/** The schema of one form. Readers of unions tell the forms apart by `const`. */
function variantSchema(nested: Nested, tag: EnumParameter, variant: ObjectParameter): JsonSchema {
  const { properties, ...schema } = nested.schema(variant)
  const members = isObject(properties) ? properties : {}
  const { enum: _values, ...stated } = isObject(members[tag.name]) ? (members[tag.name] as JsonSchema) : {}
  return {
    ...schema,
    ...described(variant),
    properties: { ...members, [tag.name]: { ...stated, const: variant.name } },
  }
}

function othersThan(tag: EnumParameter, members: readonly Parameter[]): Parameter[] {
  return members.filter(({ name }) => name !== tag.name)
}

/** Without a tag, and with one that is of no form. */
function tagCases(nested: Nested, { tag, variants }: UnionParameter): Case[] {
  const [first] = variants
  const example = first === undefined ? {} : nested.example(first, 'video')
  const { [tag.name]: _form, ...base } = isObject(example) ? example : {}
  const path = `/${tag.name}`
  return [
    wrong(`${tag.name}-missing`, base, 'required', path),
    ...nullCase(tag, `${tag.name}-null`, { ...base, [tag.name]: null }, path),
    ...nested
      .cases(tag)
      .filter(({ findings }) => findings.length > 0)
      .flatMap(({ about, value = null, findings }) => ({
        about: `${tag.name}-${about}`,
        value: { ...base, [tag.name]: value },
        findings: findings.map((finding) => ({ ...finding, path })),
      })),
  ]
}

/** What each form accepts and rejects, the members that only other forms have among it. */
function formCases(nested: Nested, { tag, variants }: UnionParameter): Case[] {
  const all = variants.flatMap(({ members }) => members)
  return variants.flatMap((variant) => {
    const members = othersThan(tag, variant.members)
    const own = new Set(variant.members.map(({ name }) => name))
    const foreign = all.find(({ name }) => !own.has(name))
    const example = nested.example(variant, 'video')
    const tagged = (value: JsonValue): JsonValue[] => (isObject(value) ? [{ [tag.name]: variant.name, ...value }] : [])
    return [
      fine(`form-${variant.name}`, example),
      ...(foreign === undefined || !isObject(example)
        ? []
        : [
            wrong(
              `${variant.name}-with-${foreign.name}`,
              { ...example, [foreign.name]: nested.example(foreign, 'video') },
              'unknown-parameter',
              `/${foreign.name}`,
            ),
          ]),
      ...nested
        .cases({ ...variant, members })
        .flatMap(({ about, value = null, findings }) =>
          tagged(value).map((body): Case => ({ about: `${variant.name}-${about}`, value: body, findings })),
        ),
    ]
  })
}

/** A union from its forms, of which `readForm` reads one. Rejects forms that no member tells apart, or that read one name in two ways. */
export function readUnion(
  schema: Reader,
  base: Base,
  readForm: (name: string, form: Reader) => Parameter,
): UnionParameter {
  const forms = schema.objects('oneOf')
  const tag =
    tagOf(forms) ??
    schema.refuse('oneOf', 'objects that one required member tells apart, by a "const" of its own in each')
  const variants = forms.map((form) => {
    const read = readForm(form.object('properties').object(tag).text('const'), form)
    return read.kind === 'object' ? read : schema.refuse('oneOf', 'objects with named members')
  })
  const stated = new Map<string, Parameter>()
  for (const member of variants.flatMap(({ members }) => members)) {
    const other = stated.get(member.name) ?? member
    if (member.name !== tag && meaning(member) !== meaning(other))
      schema.refuse(
        'oneOf',
        `forms in which "${member.name}" means the same: its kind, files, unit and default are alike in all that have it`,
      )
    stated.set(member.name, other)
  }
  const values = variants.map(({ name }) => name)
  const { source } = base
  const description = stated.get(tag)?.description ?? ''
  return {
    kind: 'union',
    ...base,
    tag: {
      kind: 'enum',
      name: tag,
      required: true,
      description,
      phrase: either(values),
      notes: [],
      source,
      type: 'string',
      values,
    },
    variants,
  }
}

/** The member that is required in every form and has a value of its own there. */
function tagOf(forms: readonly Reader[]): string | undefined {
  const [first] = forms.map(({ value }) => value)
  const names = isObject(first?.properties) ? Object.keys(first.properties) : []
  return names.find((name) => {
    const values = forms.map(({ value: { properties, required } }) => {
      const member = isObject(properties) ? properties[name] : undefined
      return isObject(member) && Array.isArray(required) && required.includes(name) ? member.const : undefined
    })
    return values.every((value) => typeof value === 'string') && new Set(values).size === values.length
  })
}

/** What prices, checks of files and the client read of a member by its path alone, whichever form it stands in. */
function meaning(parameter: Parameter): string {
  const { kind, quantity } = parameter
  const { unit, default: otherwise } = parameter as { unit?: string; default?: JsonValue }
  return JSON.stringify([
    kind,
    quantity,
    unit,
    otherwise,
    ...(kind === 'media' ? [parameter.single, parameter.media, parameter.accepts, parameter.limits] : []),
    ...(kind === 'list' ? [meaning(parameter.items)] : []),
    ...(kind === 'object' ? parameter.members.map((member) => [member.name, meaning(member)]) : []),
    ...(kind === 'union' ? parameter.variants.map(meaning) : []),
  ])
}
