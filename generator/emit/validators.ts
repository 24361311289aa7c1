import type { Catalogue, Model } from '../catalogue.js'
import type { Extra, File } from '../file.js'
import { perModel } from '../per-model.js'
import { createValidatorCompiler, type ValidatorCompiler } from './validators/compile.js'
import { allDeclaration, indexDeclaration, moduleDeclaration, namesDeclaration } from './validators/declarations.js'
import { validatorFacts } from './validators/facts.js'
import { notice } from './notice.js'

/** One self-contained ESM module per model, an index of loaders, the names of models, and one module with all of them. */
export function emitValidators(catalogue: Catalogue, { validatorChecks, validatorFactsDeclarations }: Extra): File[] {
  const compiler = createValidatorCompiler(catalogue.text, validatorChecks)
  return [
    ...catalogue.models.flatMap((model) => [
      { path: `validators/${model.id}.js`, content: modelCode(model, compiler) },
      { path: `validators/${model.id}.d.ts`, content: notice + moduleDeclaration },
    ]),
    { path: 'validators/index.js', content: indexCode(catalogue) },
    { path: 'validators/index.d.ts', content: notice + indexDeclaration(validatorFactsDeclarations) },
    { path: 'validators/names.js', content: namesCode(catalogue) },
    { path: 'validators/names.d.ts', content: notice + namesDeclaration },
    { path: 'validators/all.js', content: allCode(catalogue, compiler) },
    { path: 'validators/all.d.ts', content: notice + allDeclaration },
  ]
}

const compiled = perModel((model, { compile }: ValidatorCompiler) => compile(model))

const modelCode = perModel((model, compiler: ValidatorCompiler): string => {
  const code = model.reference
    ? compiler.moduleText([compiled(model, compiler)], () => 'validate')
    : openValidator('validate', model)
  return `${notice}${code}\nexport const facts = ${factsCode(model)}\nexport { validate, validate as default }\n`
})

const factsCode = perModel((model) => JSON.stringify(validatorFacts(model)))

/** Of a model without a reference nothing can be checked. */
function openValidator(name: string, { deprecated }: Partial<Model>): string {
  const { source: _, ...facts } = deprecated ?? {}
  const advice = [
    { rule: 'no-reference', path: '/model', params: {} },
    ...(deprecated === undefined ? [] : [{ rule: 'model-deprecated', path: '/model', params: facts }]),
  ]
  return `function ${name}() {\nreturn ${JSON.stringify(advice)}\n}`
}

function indexCode({ models }: Catalogue): string {
  const loaders = models.map(({ id }) => `  ${JSON.stringify(id)}: () => import(${JSON.stringify(`./${id}.js`)}),\n`)
  return `${notice}export const loaders = {\n${loaders.join('')}}\n`
}

/** All validators with their constants and checks once: a fifth of what the single modules come to. */
function allCode({ models }: Catalogue, compiler: ValidatorCompiler): string {
  const functionName = (model: Model): string =>
    model.reference || model.deprecated ? `validate${model.codegenName}` : 'validateOpen'
  const functions = compiler.moduleText(
    models.filter((model) => model.reference).map((model) => compiled(model, compiler)),
    functionName,
  )
  const entries = models.map(
    (model) => `  ${JSON.stringify(model.id)}: { validate: ${functionName(model)}, facts: ${factsCode(model)} },\n`,
  )
  const open = [
    openValidator('validateOpen', {}),
    ...models.flatMap((model) =>
      !model.reference && model.deprecated ? [openValidator(functionName(model), model)] : [],
    ),
  ].join('\n')
  return `${notice}${functions}\n${open}\nexport const modules = {\n${entries.join('')}}\n`
}

/** Apart from the loaders, which every submit loads: names are for requests with a mistake in `model`. */
function namesCode({ models }: Catalogue): string {
  const named = models.flatMap(({ displayName, id }) =>
    typeof displayName === 'string' ? [`  ${JSON.stringify(displayName)}: ${JSON.stringify(id)},\n`] : [],
  )
  const renamed = models.flatMap(({ renamedFrom = [], id }) =>
    renamedFrom.map((old) => `  ${JSON.stringify(old)}: ${JSON.stringify(id)},\n`),
  )
  const open = models.filter(({ reference }) => !reference).map(({ id }) => `  ${JSON.stringify(id)},\n`)
  return `${notice}export const displayNames = {\n${named.join('')}}
export const renamedModels = {\n${renamed.join('')}}
export const openModels = [\n${open.join('')}]\n`
}
