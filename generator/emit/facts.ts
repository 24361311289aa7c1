import type { Catalogue, Model, Parameter, Source } from '../catalogue.js'
import type { Extra, File } from '../file.js'
import { factsOf } from '../kinds/index.js'
import { sourceText } from '../source-text.js'
import { allFactsDeclaration, factsDeclaration, factsIndexDeclaration } from './facts/declarations.js'
import { findingsCode, findingsDeclaration } from './findings.js'
import type { ModelTextFacts, ParameterFacts } from '../text-facts.js'
import { modelTypes } from './model-types.js'
import { notice } from './notice.js'
import { fileNameOf } from '../measures/file-name.js'

/** One small module per model with what findings, pages, terminals and forms say of it; loaded only when there is something to say. */
export function emitModelFacts(model: Model): File[] {
  return [
    { path: `spec/facts/${fileNameOf(model.id)}.js`, content: `${notice}export const facts = ${factsCode(model)}\n` },
  ]
}

/** The loaders of these modules with what findings need besides, and one module with all of them. */
export function emitFacts(
  catalogue: Catalogue,
  { textFactsDeclarations }: Pick<Extra, 'textFactsDeclarations'>,
): File[] {
  const { models } = catalogue
  const loaders = models.map(
    ({ id }) => `  ${JSON.stringify(id)}: () => import(${JSON.stringify(`./${fileNameOf(id)}.js`)}),\n`,
  )
  const all = models.map((model) => `  ${JSON.stringify(model.id)}: ${factsCode(model)},\n`)
  return [
    {
      path: 'spec/facts/index.js',
      content: `${notice}export const loaders = {\n${loaders.join('')}}\n${findingsCode(catalogue)}`,
    },
    {
      path: 'spec/facts/index.d.ts',
      content: `${notice}${factsIndexDeclaration(textFactsDeclarations)}\n${findingsDeclaration}`,
    },
    { path: modelTypes.facts, content: notice + factsDeclaration },
    { path: 'spec/facts/all.js', content: `${notice}export const facts = {\n${all.join('')}}\n` },
    { path: 'spec/facts/all.d.ts', content: notice + allFactsDeclaration },
  ]
}

const factsCode = (model: Model): string => JSON.stringify(textFacts(model))

/** What is said of a model in findings, pages, terminals and forms. */
export function textFacts(model: Model): ModelTextFacts {
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
    ...(deprecated === undefined ? {} : { deprecated: withoutSource(deprecated) }),
  }
}

/** Where prompt rules are stated that are not stated with the parameter itself, by rule ID. */
function promptSources({ source: { section }, parameters }: Model): Record<string, string> {
  const sources: Record<string, string> = {}
  for (const parameter of parameters) {
    if (parameter.kind !== 'prompt') continue
    const tokens = parameter.tokens.map(({ source }) => ({ rule: 'prompt-token', source }))
    for (const { rule, source } of [...parameter.limits, ...tokens]) {
      if (sourceText(source) !== `${section}, ${parameter.name}`) sources[rule] = sourceText(source)
    }
  }
  return sources
}

function parameterFacts(parameter: Parameter): ParameterFacts {
  const { members, items, variants, ...facts } = factsOf(parameter)
  const { kind, required, renamedFrom, deprecated, upcoming } = parameter
  return {
    kind,
    ...facts,
    required,
    ...('default' in parameter && parameter.default !== undefined ? { default: parameter.default } : {}),
    ...(parameter.defaults === undefined ? {} : { defaults: parameter.defaults }),
    phrase: parameter.phrase,
    ...(members === undefined ? {} : { members: factsByName(members) }),
    ...(variants === undefined ? {} : { variants: factsByName(variants) }),
    ...(items === undefined ? {} : { items: parameterFacts(items) }),
    ...(renamedFrom === undefined ? {} : { renamedFrom }),
    ...(deprecated === undefined ? {} : { deprecated: withoutSource(deprecated) }),
    ...(upcoming === undefined ? {} : { upcoming: upcoming.map(withoutSource) }),
  }
}

function factsByName(parameters: readonly Parameter[]): Record<string, ParameterFacts> {
  return Object.fromEntries(parameters.map((parameter) => [parameter.name, parameterFacts(parameter)]))
}

/** What is stated, without where. */
function withoutSource<T extends { source: Source }>({ source: _, ...facts }: T): Omit<T, 'source'> {
  return facts
}
