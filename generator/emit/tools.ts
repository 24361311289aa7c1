import type { Catalogue, JsonSchema, Model } from '../catalogue.js'
import type { File } from '../file.js'
import { isObject } from '../load/json-object.js'
import { modelSchema } from '../schema.js'
import { notice } from './notice.js'
import { compactDescription, compactSchema } from './tools/compact.js'
import { lowerObject } from './tools/lower.js'
import { nullPlaces } from './tools/nulls.js'
import { vendors, type ToolVendor } from './tools/vendors.js'

const compactName = 'generate'

/**
 * Tools for the function calling of language models: per vendor a list with one tool per model, and one with a single tool
 * for all models; and how the arguments of a call become a request. Models without a parameter table have no tool, since
 * nothing is known of what they take.
 */
export function* emitTools({ models }: Catalogue): Generator<File> {
  const known = models.filter(({ reference, availability }) => reference && availability.status === 'available')
  const names = toolNames(known)
  for (const vendor of vendors) {
    yield file(
      vendor.id,
      [...names].flatMap(([name, model]) => modelTool(vendor, name, model) ?? []),
    )
    yield file(`${vendor.id}-compact`, compactTool(vendor, known) ?? [])
  }
  yield {
    path: 'tools/index.js',
    content: `${notice}const models = ${JSON.stringify(Object.fromEntries([...names].map(([name, { id }]) => [name, id])))}\nconst nulls = ${JSON.stringify(nullPlaces(known))}\n${requestCode}`,
  }
  yield { path: 'tools/index.d.ts', content: `${notice}${requestDeclaration}` }
}

/** Names that every vendor takes: letters, digits, `_` and `-`, at most 64. Two models whose names would be one are counted. */
export function toolNames(models: readonly Model[]): Map<string, Model> {
  const names = new Map<string, Model>()
  for (const model of models) {
    const base = `generate_${model.id.replaceAll(/[^A-Za-z0-9_-]/g, '_')}`.slice(0, 60)
    let name = base
    for (let count = 2; names.has(name); count++) name = `${base}_${count}`
    names.set(name, model)
  }
  return names
}

function modelTool(vendor: ToolVendor, name: string, model: Model): JsonSchema[] | undefined {
  const { properties, required } = modelSchema(model)
  if (!isObject(properties) || !Array.isArray(required)) return undefined
  const { model: _, ...own } = properties
  const parameters = withForms(model, own)
  const lowered = lowerObject(
    { properties: parameters, required: required.filter((one) => one !== 'model') },
    vendor.subset,
  )
  return lowered && [vendor.tool(name, descriptionOf(model, parameters, lowered), lowered)]
}

function compactTool(vendor: ToolVendor, models: readonly Model[]): JsonSchema[] | undefined {
  const lowered = lowerObject(compactSchema(models), vendor.subset)
  return lowered && [vendor.tool(compactName, compactDescription(models, lowered), lowered)]
}

/** Says in words what a file may be given as, which a pattern says to programs alone. */
function withForms({ parameters, assetLibrary }: Model, properties: JsonSchema): JsonSchema {
  const form = assetLibrary === true ? 'a public http(s) URL or assetId://{id}' : 'a public http(s) URL'
  const media = new Set(parameters.filter(({ kind }) => kind === 'media').map(({ name }) => name))
  return Object.fromEntries(
    Object.entries(properties).map(([name, schema]) => {
      if (!media.has(name) || !isObject(schema)) return [name, schema]
      const { description } = schema
      const which = schema.type === 'array' ? `Each is ${form}.` : `It is ${form}.`
      return [name, { ...schema, description: typeof description === 'string' ? `${description} ${which}` : which }]
    }),
  )
}

/** What the tool makes, the rules that no subset can state, and what was left out of it. */
function descriptionOf({ id, description, rules }: Model, all: JsonSchema, { properties }: JsonSchema): string {
  const left = Object.keys(all).filter((name) => !isObject(properties) || !(name in properties))
  return [
    `${description} Model: ${id}.`,
    ...rules.filter(({ severity }) => severity === 'error').map(({ message }) => message),
    ...(left.length === 0 ? [] : [`Not offered here, since its form is not shown: ${left.join(', ')}.`]),
  ].join('\n')
}

function file(name: string, tools: JsonSchema[]): File {
  return { path: `tools/${name}.json`, content: `${JSON.stringify(tools, null, 2)}\n` }
}

const requestCode = `
/** Where the model takes null, it is sent. Elsewhere it stands for what was left out, where a vendor demands every parameter. */
const given = (value, places = {}) => {
  if (Array.isArray(value)) return value.map((item) => given(item, places['*']))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, member]) => {
      const inside = Object.hasOwn(places, name) ? places[name] : places['*']
      return member === null && !inside?.[''] ? [] : [[name, given(member, inside)]]
    }),
  )
}
const nullsOf = (model) => (Object.hasOwn(nulls, model) ? nulls[model] : undefined)

export const requestOf = (name, input) => {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) return undefined
  if (name === '${compactName}') return given(input, nullsOf(input.model))
  const model = Object.hasOwn(models, name) ? models[name] : undefined
  return model === undefined ? undefined : { model, ...given(input, nullsOf(model)) }
}
`

const requestDeclaration = `
/**
 * The submit request that a call of one of these tools stands for, to be checked like any other; undefined for a tool that is
 * none of these, or arguments that are not an object.
 * @param name the name of the tool that was called
 * @param input its arguments, parsed
 */
export declare const requestOf: (name: string, input: unknown) => { model: string; [parameter: string]: unknown } | undefined
`
