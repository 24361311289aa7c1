import type { JsonSchema, Model } from '../../catalogue.js'
import { sourceText } from '../../source-text.js'

/** What the texts and the clients of a validator need to know of its model beside the code: small, because it is shipped with each. */
export function validatorFacts(model: Model): JsonSchema {
  const defaults: JsonSchema = {}
  const sources: JsonSchema = {}
  for (const parameter of model.parameters) {
    if (parameter.required && 'default' in parameter && parameter.default !== undefined)
      defaults[parameter.name] = parameter.default
    if (parameter.kind !== 'prompt') continue
    for (const { rule, source } of [
      ...parameter.limits,
      ...parameter.tokens.map((token) => ({ rule: 'prompt-token', source: token.source })),
    ]) {
      if (sourceText(source) !== `${model.source.section}, ${parameter.name}`) sources[rule] = sourceText(source)
    }
  }
  const rules: JsonSchema = {}
  for (const rule of model.rules)
    rules[rule.id] = { severity: rule.severity, message: rule.message, source: sourceText(rule.source) }
  return {
    model: model.id,
    section: model.source.section,
    kind: model.kind,
    available: model.availability.status === 'available',
    ...(model.availability.status === 'unavailable' ? { reason: model.availability.reason } : {}),
    reference: model.reference,
    assetLibrary: model.assetLibrary === true,
    parameters: model.parameters.map((parameter) => parameter.name),
    defaults,
    rules,
    ...(Object.keys(sources).length > 0 ? { sources } : {}),
  }
}
