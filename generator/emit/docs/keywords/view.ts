import type { JsonSchema, JsonValue } from '../../../catalogue.js'
import { satisfies } from '../../../check/satisfies.js'
import { entries, isObject, items, objectOrEmpty } from '../../../load/json-object.js'
import { layout } from '../../../new/layout.js'
import { exampleModels } from './example-models.js'
import { titles } from './titles.js'

/** The meta-schemas by the names of their files. */
type MetaSchemas = ReadonlyMap<string, JsonSchema>

/** A schema, and the file in which it stands, by which its references are resolved. */
interface Node {
  file: string
  schema: JsonSchema
}

/** One keyword of a section. */
export interface KeywordRow {
  /** Its name; of a keyword inside it, the way there: `status` of `x-availability` is `x-availability.status`. */
  keyword: string
  description: string
  /** How the example models write it; undefined when none of them does. */
  example?: JsonValue
}

/** The keywords of one object of a model file. */
export interface KeywordSection {
  /** The name of its definition; empty for the file as a whole. */
  id: string
  title: string
  description: string
  rows: KeywordRow[]
}

const root = 'model.schema.json'

/** Kinds of parameters and what all of them have stand apart, so that no keyword is told ten times. */
const kinds = [
  'string',
  'enum',
  'integer',
  'number',
  'boolean',
  'media',
  'mediaReference',
  'object',
  'union',
  'map',
  'constant',
  'list',
  'array',
]

/** The section of the keywords that every kind has. */
const shared = 'parameter'

/** Every keyword that a model file may have, by the object in which it stands, with an example. */
export function keywordSections(metaSchemas: readonly (readonly [string, JsonSchema])[]): KeywordSection[] {
  const meta: MetaSchemas = new Map(metaSchemas)
  const start = nodeOf(meta, root)
  if (start === undefined) return []
  const examples = new Map<string, JsonValue>()
  for (const model of exampleModels) collect(meta, start, '', model, examples)
  const sections = sectionsFrom(meta, start, examples)
  const order = Object.keys(titles)
  return withoutRepetitions(sections).sort((one, other) => order.indexOf(one.id) - order.indexOf(other.id))
}

/** What the page shows. */
export function keywordsView(metaSchemas: readonly (readonly [string, JsonSchema])[]): object {
  return {
    sections: keywordSections(metaSchemas).map(({ rows, ...section }) => ({
      ...section,
      rows: rows.map(({ keyword, description, example }) => ({
        keyword,
        description,
        example:
          example === undefined
            ? ''
            : `${JSON.stringify(keyword.split('.').at(-1)?.replace('[]', ''))}: ${brief(example)}`,
      })),
    })),
    models: exampleModels.map((model) => ({ id: model.title, text: layout(model).trim() })),
  }
}

/** The sections of all objects that a model file is made of, in the order in which they are reached. */
function sectionsFrom(meta: MetaSchemas, start: Node, examples: ReadonlyMap<string, JsonValue>): KeywordSection[] {
  const sections = new Map<string, KeywordSection>()
  const visit = (node: Node, id: string): void => {
    if (sections.has(id)) return
    const section: KeywordSection = {
      id,
      title: titles[id] ?? '',
      description: textOf(node.schema.description),
      rows: [],
    }
    sections.set(id, section)
    const inside = (within: Node, prefix: string): void => {
      for (const [name, member] of entries(within.schema.properties)) {
        if (!isObject(member)) continue
        const keyword = prefix + name
        const example = examples.get(`${id} ${keyword}`)
        const description = describe(meta, { ...within, schema: member })
        section.rows.push({ keyword, description, ...(example === undefined ? {} : { example }) })
        follow({ ...within, schema: member }, keyword)
      }
    }
    const follow = (at: Node, keyword: string): void => {
      visitBranches(at)
      if (isObject(at.schema.properties)) inside(at, `${keyword}.`)
      for (const [key, suffix] of [
        ['items', '[]'],
        ['additionalProperties', ''],
      ] as const) {
        const child = at.schema[key]
        if (isObject(child)) follow({ ...at, schema: child }, keyword + suffix)
      }
    }
    const visitBranches = (at: Node): void => {
      for (const [target, name] of branches(meta, at))
        if (isSection(target.schema)) visit(target, name)
        else {
          visitBranches(target)
          if (isObject(target.schema.items)) visitBranches({ ...target, schema: target.schema.items })
        }
    }
    inside(node, '')
  }
  visit(start, '')
  return [...sections.values()]
}

/** Whether a definition is an object with keywords; others are single values, or choose between objects. */
function isSection(schema: JsonSchema): boolean {
  return schema.type === 'object' && isObject(schema.properties)
}

/** The definitions that a schema refers to, or chooses from. */
function branches(meta: MetaSchemas, at: Node): [target: Node, name: string][] {
  const { schema } = at
  const own = typeof schema.$ref === 'string' ? [targetOf(meta, at.file, schema.$ref)] : []
  const inner = [...items(schema.allOf).map(([, part]) => part), schema.then, schema.else].flatMap((part) =>
    isObject(part) ? branches(meta, { ...at, schema: part }) : [],
  )
  return [...own.flatMap((found) => found ?? []).map((found): [Node, string] => [found.node, found.name]), ...inner]
}

/** Notes the first value of each keyword in an example. */
function collect(meta: MetaSchemas, at: Node, place: string, value: JsonValue, examples: Map<string, JsonValue>): void {
  const [id = '', prefix = ''] = place.split(' ')
  const { schema, file } = at
  if (typeof schema.$ref === 'string') {
    const found = targetOf(meta, file, schema.$ref)
    if (found !== undefined)
      collect(meta, found.node, isSection(found.node.schema) ? `${found.name} ` : place, value, examples)
    return
  }
  for (const [, part] of items(schema.allOf))
    if (isObject(part)) collect(meta, { file, schema: part }, place, value, examples)
  if (isObject(schema.if)) {
    const chosen = satisfies(schema.if, value) ? schema.then : schema.else
    if (isObject(chosen)) collect(meta, { file, schema: chosen }, place, value, examples)
  }
  for (const [, item] of items(value))
    if (isObject(schema.items)) collect(meta, { file, schema: schema.items }, `${id} ${prefix}[]`, item, examples)
  // What has no type of its own only adds to, or chooses between, schemas that are read elsewhere.
  if (schema.type === undefined) return
  for (const [key, child] of entries(value)) {
    const known = objectOrEmpty(schema.properties)[key]
    const keyword = prefix === '' ? key : `${prefix}.${key}`
    if (isObject(known)) {
      const row = `${id} ${keyword}`
      if (!examples.has(row)) examples.set(row, child)
      collect(meta, { file, schema: known }, row, child, examples)
    } else if (isObject(schema.additionalProperties))
      collect(meta, { file, schema: schema.additionalProperties }, place, child, examples)
  }
}

/** Puts what every kind has into one section, and leaves of a reference what is its own. */
function withoutRepetitions(sections: readonly KeywordSection[]): KeywordSection[] {
  const ofKinds = sections.filter(({ id }) => kinds.includes(id))
  const isEverywhere = (row: KeywordRow): boolean =>
    ofKinds.every(({ rows }) =>
      rows.some(({ keyword, description }) => keyword === row.keyword && description === row.description),
    )
  const common = ofKinds[0]?.rows.filter(isEverywhere) ?? []
  const withExamples = common.map((row) => ({
    ...row,
    ...ofKinds.flatMap(({ rows }) =>
      rows.filter(({ keyword, example }) => keyword === row.keyword && example !== undefined),
    )[0],
  }))
  return sections.flatMap((section): KeywordSection[] => {
    if (section.id === 'reference')
      return [
        { id: shared, title: titles[shared] ?? '', description: sharedText, rows: withExamples },
        { ...section, rows: section.rows.filter(({ keyword }) => keyword === '$ref') },
      ]
    if (!kinds.includes(section.id)) return [section]
    return [{ ...section, rows: section.rows.filter((row) => !isEverywhere(row)) }]
  })
}

const sharedText = 'Keywords of a parameter of any kind, and of what lies inside it.'

function describe(meta: MetaSchemas, at: Node): string {
  if (typeof at.schema.description === 'string') return at.schema.description
  const found = typeof at.schema.$ref === 'string' ? targetOf(meta, at.file, at.schema.$ref) : undefined
  return found === undefined ? '' : describe(meta, found.node)
}

function textOf(value: JsonValue | undefined): string {
  return typeof value === 'string' ? value : ''
}

function nodeOf(meta: MetaSchemas, file: string): Node | undefined {
  const schema = meta.get(file)
  return schema === undefined ? undefined : { file, schema }
}

function targetOf(meta: MetaSchemas, file: string, reference: string): { node: Node; name: string } | undefined {
  const [path = '', name = ''] = reference.split('#/$defs/')
  const target = path === '' ? file : path
  const schema = objectOrEmpty(meta.get(target)?.$defs)[name]
  return isObject(schema)
    ? { node: { file: target, schema }, name: target === root && name === 'value' ? 'condition-value' : name }
    : undefined
}

const maxLength = 90

/** A value on one line; objects and lists that make it long are cut short from the inside. */
function brief(value: JsonValue): string {
  for (let depth = 6; depth > 0; depth--) {
    const text = cut(value, depth)
    if (text.length <= maxLength || depth === 1) return text
  }
  return ''
}

function cut(value: JsonValue, depth: number): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  if (Array.isArray(value))
    return value.length === 0 ? '[]' : depth === 0 ? '[…]' : `[${value.map((item) => cut(item, depth - 1)).join(', ')}]`
  const members = Object.entries(value)
  if (members.length === 0) return '{}'
  return depth === 0
    ? '{…}'
    : `{ ${members.map(([key, item]) => `${JSON.stringify(key)}: ${cut(item, depth - 1)}`).join(', ')} }`
}
