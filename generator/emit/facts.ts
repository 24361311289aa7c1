import type { Catalogue, JsonSchema, JsonValue, Model, Parameter } from '../catalogue.js'
import type { File } from '../file.js'
import { factsOf } from '../kinds/index.js'
import { perModel } from '../per-model.js'
import { sourceText } from '../source-text.js'
import { allFactsDeclaration, factsDeclaration, factsIndexDeclaration } from './facts/declarations.js'
import { notice } from './notice.js'

/** One small module per model with what findings, pages, terminals and forms say of it; loaded only when there is something to say. */
export function emitFacts({ models }: Catalogue): File[] {
  const loaders = models.map(({ id }) => `  ${JSON.stringify(id)}: () => import(${JSON.stringify(`./${id}.js`)}),\n`)
  const all = models.map((model) => `  ${JSON.stringify(model.id)}: ${factsCode(model)},\n`)
  return [
    ...models.flatMap((model) => [
      { path: `facts/${model.id}.js`, content: `${notice}export const facts = ${factsCode(model)}\n` },
      { path: `facts/${model.id}.d.ts`, content: notice + factsDeclaration },
    ]),
    { path: 'facts/index.js', content: `${notice}export const loaders = {\n${loaders.join('')}}\n` },
    { path: 'facts/index.d.ts', content: notice + factsIndexDeclaration },
    { path: 'facts/all.js', content: `${notice}export const facts = {\n${all.join('')}}\n` },
    { path: 'facts/all.d.ts', content: notice + allFactsDeclaration },
  ]
}

const factsCode = perModel((model: Model): string => JSON.stringify(textFacts(model)))

function textFacts(model: Model): JsonSchema {
  const { id, source, parameters, rules, deprecated } = model
  const sources = promptSources(model)
  return {
    model: id,
    section: source.section,
    parameters: Object.fromEntries(parameters.map((parameter) => [parameter.name, parameterFacts(parameter)])),
    rules: Object.fromEntries(
      rules.map((rule) => [
        rule.id,
        {
          severity: rule.severity,
          message: { en: rule.message, ...rule.translations },
          source: sourceText(rule.source),
        },
      ]),
    ),
    ...(Object.keys(sources).length > 0 ? { sources } : {}),
    ...(deprecated === undefined ? {} : { deprecated: plain(deprecated) }),
  }
}

/** Where prompt rules are stated that are not stated with the parameter itself, by rule ID. */
function promptSources({ source: { section }, parameters }: Model): JsonSchema {
  const sources: JsonSchema = {}
  for (const parameter of parameters) {
    if (parameter.kind !== 'prompt') continue
    const tokens = parameter.tokens.map(({ source }) => ({ rule: 'prompt-token', source }))
    for (const { rule, source } of [...parameter.limits, ...tokens]) {
      if (sourceText(source) !== `${section}, ${parameter.name}`) sources[rule] = sourceText(source)
    }
  }
  return sources
}

function parameterFacts(parameter: Parameter): JsonSchema {
  const { members, items, ...facts } = factsOf(parameter)
  const { kind, required, renamedFrom, deprecated, upcoming } = parameter
  return {
    kind,
    ...plain(facts),
    required,
    ...('default' in parameter && parameter.default !== undefined ? { default: parameter.default } : {}),
    phrase: plain(parameter.phrase),
    ...(members === undefined
      ? {}
      : { members: Object.fromEntries(members.map((member) => [member.name, parameterFacts(member)])) }),
    ...(items === undefined ? {} : { items: parameterFacts(items) }),
    ...(renamedFrom === undefined ? {} : { renamedFrom }),
    ...(deprecated === undefined ? {} : { deprecated: plain(deprecated) }),
    ...(upcoming === undefined ? {} : { upcoming: upcoming.map(plain) }),
  }
}

/** The same facts as plain JSON data, without where they are stated. */
function plain(facts: object): JsonSchema {
  return JSON.parse(
    JSON.stringify(facts, (key, value: JsonValue) => (key === 'source' ? undefined : value)),
  ) as JsonSchema
}
