import type { Catalogue, JsonSchema, Model } from '../catalogue.js'
import type { File } from '../file.js'
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
export function* emitOpenapi(catalogue: Catalogue): Generator<File> {
  const frame = openapiFrame(catalogue, 'sent', pieces)
  const components = [
    ...Object.entries(sharedSchemas(catalogue)).map(([name, schema]) => componentTexts(name, schema, schema)),
    ...catalogue.models.flatMap((model) =>
      (catalogue.models.length > maxRemembered ? textsOf : rememberedTexts)(model),
    ),
  ]
  const members = (flavour: 'json' | 'lowered' | 'defaults'): (readonly [name: string, text: string])[] =>
    components.map(({ name, [flavour]: text }) => [name, text])
  yield { path: 'openapi.json', content: withMembers(frame, members('json')) }
  yield { path: 'openapi.yaml', content: yamlOf(catalogue, components) }
  yield { path: 'openapi-3.0.json', content: withMembers(lowerTo30(frame, pieces), members('lowered')) }
  yield {
    path: 'openapi-defaults.json',
    content: withMembers(openapiFrame(catalogue, 'stated', pieces), members('defaults')),
  }
}

/** A component schema as it stands in each document. */
interface ComponentTexts {
  name: string
  json: string
  yaml: string
  lowered: string
  defaults: string
}

/** The component of a model, and those of the forms that its objects have. */
function textsOf(model: Model): ComponentTexts[] {
  const { sent, stated } = modelComponents(model)
  const [whole, full] = [withForms(model.codegenName, sent), withForms(model.codegenName, stated)]
  const statedForms = new Map(full.forms)
  return [
    componentTexts(model.codegenName, whole.schema, full.schema, model),
    ...whole.forms.map(([name, form]) => componentTexts(name, form, statedForms.get(name) ?? form)),
  ]
}

const rememberedTexts = perModel(textsOf)

/** Of more models than these, the texts would take more memory than it takes time to make them again when one changes. */
const maxRemembered = 200

function componentTexts(name: string, sent: JsonSchema, stated: JsonSchema, model?: Model): ComponentTexts {
  const schema = rewriteSchema(sent, withIntegerFormat)
  const text = (value: JsonSchema): string => pieceText(value, 3)
  return {
    name,
    json: text(schema),
    yaml: memberText(name, schema),
    lowered: text(lowerComponent(schema, model?.rules ?? [])),
    defaults: text(rewriteSchema(stated, withIntegerFormat)),
  }
}

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

function yamlOf(catalogue: Catalogue, components: readonly ComponentTexts[]): string {
  const empty = '\n  schemas: {}\n'
  const frame = frameText(openapiFrame(catalogue, 'sent', {}))
  if (frame.split(empty).length !== 2) throw new Error('the YAML document has no place for its schemas')
  return frame.replace(empty, () => `\n  schemas:\n${components.map(({ yaml }) => yaml).join('')}`)
}
