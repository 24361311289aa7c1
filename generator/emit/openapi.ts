import type { Catalogue, JsonSchema, Model } from '../catalogue.js'
import type { LargeFile } from '../file.js'
import { perModel } from '../per-model.js'
import { openapiFrame, sharedSchemas } from './openapi/document.js'
import { withForms } from './openapi/forms.js'
import { withIntegerFormat } from './openapi/integer-formats.js'
import { lowerComponent, lowerTo30 } from './openapi/lower-to-30.js'
import { modelComponents } from './openapi/model-component.js'
import { rewriteSchema } from './openapi/normalise.js'
import { pieces, pieceText, withMembers } from './pieces.js'
import { yamlText } from './yaml.js'

/**
 * The contract as OpenAPI 3.1, in JSON and YAML, as 3.0.3 for tools that stopped there, and with every default as
 * `default`, for tools that show or fill in only those.
 */
export function* emitOpenapi(catalogue: Catalogue): Generator<LargeFile> {
  const frame = openapiFrame(catalogue, 'sent', pieces)
  yield { path: 'openapi.json', pieces: withMembers(frame, components(catalogue, 'json')) }
  yield { path: 'openapi.yaml', pieces: yamlOf(catalogue) }
  yield { path: 'openapi-3.0.json', pieces: withMembers(lowerTo30(frame, pieces), components(catalogue, 'lowered')) }
  yield {
    path: 'openapi-defaults.json',
    pieces: withMembers(openapiFrame(catalogue, 'stated', pieces), components(catalogue, 'defaults')),
  }
}

/** The text of a component in each document: of the schema with what is sent, or with every default that is stated. */
const texts = {
  json: ({ sent }: Component) => pieceText(rewriteSchema(sent, withIntegerFormat), 3),
  yaml: ({ name, sent }: Component) => memberText(name, rewriteSchema(sent, withIntegerFormat)),
  lowered: ({ sent, model }: Component) =>
    pieceText(lowerComponent(rewriteSchema(sent, withIntegerFormat), model?.rules ?? []), 3),
  defaults: ({ stated }: Component) => pieceText(rewriteSchema(stated, withIntegerFormat), 3),
}
type Flavour = keyof typeof texts

interface Component {
  name: string
  sent: JsonSchema
  stated: JsonSchema
  model?: Model
}

type Texts = (readonly [name: string, text: string])[]

/** The components of one document, each made when it is asked for. Those of the next are made anew: of thousands of models, four texts of each would be held at a time. */
function* components(catalogue: Catalogue, flavour: Flavour): Generator<Texts[number]> {
  const ofModel =
    catalogue.models.length > maxRemembered ? (model: Model) => textsOf(model, flavour) : rememberedTexts[flavour]
  for (const [name, schema] of Object.entries(sharedSchemas(catalogue)))
    yield [name, texts[flavour]({ name, sent: schema, stated: schema })]
  for (const model of catalogue.models) yield* ofModel(model)
}

/** The component of a model, and those of the forms that its objects have. */
function textsOf(model: Model, flavour: Flavour): Texts {
  const { sent, stated } = modelComponents(model)
  const [whole, full] = [withForms(model.codegenName, sent), withForms(model.codegenName, stated)]
  const statedForms = new Map(full.forms)
  const all: Component[] = [
    { name: model.codegenName, sent: whole.schema, stated: full.schema, model },
    ...whole.forms.map(([name, form]) => ({ name, sent: form, stated: statedForms.get(name) ?? form })),
  ]
  return all.map((component) => [component.name, texts[flavour](component)] as const)
}

const rememberedTexts: Record<Flavour, (model: Model) => Texts> = {
  json: perModel((model) => textsOf(model, 'json')),
  yaml: perModel((model) => textsOf(model, 'yaml')),
  lowered: perModel((model) => textsOf(model, 'lowered')),
  defaults: perModel((model) => textsOf(model, 'defaults')),
}

/** Of more models than these, the texts would take more memory than it takes time to make them again when one changes. */
const maxRemembered = 200

/** A component as YAML, as deep as it stands in the document: to indent afterwards takes longer than to write. */
function memberText(name: string, schema: JsonSchema): string {
  const head = 'components:\n  schemas:\n'
  const text = yamlText({ components: { schemas: { [name]: schema } } })
  if (!text.startsWith(head)) throw new Error(`the YAML of ${name} does not begin with the place of schemas`)
  return text.slice(head.length)
}

let latest: { json: string; yaml: string } | undefined

/** What stands around the schemas, which few changes of a model change. */
function frameText(frame: JsonSchema): string {
  const json = JSON.stringify(frame)
  if (latest?.json !== json) latest = { json, yaml: yamlText(frame) }
  return latest.yaml
}

function* yamlOf(catalogue: Catalogue): Generator<string> {
  const empty = '\n  schemas: {}\n'
  const frame = frameText(openapiFrame(catalogue, 'sent', {}))
  const [before = '', after, ...others] = frame.split(empty)
  if (after === undefined || others.length > 0) throw new Error('the YAML document has no place for its schemas')
  yield `${before}\n  schemas:\n`
  for (const [, text] of components(catalogue, 'yaml')) yield text
  yield after
}
