import type { Catalogue, Model, TextClasses } from '../catalogue.js'
import { digestOfData } from '../digest.js'
import type { Extra, File, Shared } from '../file.js'
import { perModel } from '../per-model.js'
import { createValidatorCompiler, type ValidatorCompiler } from './validators/compile.js'
import { moduleText, type CompiledModel } from './validators/module-text.js'
import { allDeclaration, indexDeclaration, moduleDeclaration, namesDeclaration } from './validators/declarations.js'
import { validatorFacts } from './validators/facts.js'
import { namesCode } from './validators/names.js'
import { modelTypes } from './model-types.js'
import { notice } from './notice.js'
import { fileNameOf } from '../measures/file-name.js'

type ValidatorExtra = Pick<Extra, 'validatorChecks' | 'keep'>

/** A self-contained ESM module: the validator of one model. */
export function emitModelValidator(model: Model, shared: Shared, extra: ValidatorExtra): File[] {
  const code = model.reference
    ? moduleText([compiled(model, shared, extra)], () => 'validate', extra.validatorChecks)
    : openValidator('validate', model)
  return [
    {
      path: `spec/validators/${fileNameOf(model.id)}.js`,
      content: `${notice}${code}\nexport const facts = ${factsCode(model)}\nexport { validate, validate as default }\n`,
    },
  ]
}

/** An index of loaders, the names of models, and one module with the validators of all. */
export function* emitValidators(
  catalogue: Catalogue,
  extra: ValidatorExtra & Pick<Extra, 'validatorFactsDeclarations'>,
): Generator<File> {
  yield { path: 'spec/validators/index.js', content: indexCode(catalogue) }
  yield { path: 'spec/validators/index.d.ts', content: notice + indexDeclaration(extra.validatorFactsDeclarations) }
  yield { path: modelTypes.validators, content: notice + moduleDeclaration }
  yield { path: 'spec/validators/names.js', content: namesCode(catalogue) }
  yield { path: 'spec/validators/names.d.ts', content: notice + namesDeclaration }
  yield { path: 'spec/validators/all.js', content: allCode(catalogue, extra) }
  yield { path: 'spec/validators/all.d.ts', content: notice + allDeclaration }
}

/** A model's validator, which stands in its own module and in that of all. To compile one takes longer than to read it again. */
const compiled = perModel((model, { text }: Shared, { validatorChecks, keep }: ValidatorExtra): CompiledModel => {
  const kept = keep(
    () => ['validator', digestOfData(model), digestOfData(text)],
    () => {
      const { constants, checks, code } = compilerOf(text, validatorChecks).compile(model)
      return JSON.stringify({ constants, checks, code })
    },
  )
  return { model, ...(JSON.parse(kept) as Omit<CompiledModel, 'model'>) }
})

let latest: { text: TextClasses; compiler: ValidatorCompiler } | undefined

/** One compiler for all models of a catalogue. */
function compilerOf(text: TextClasses, checks: string): ValidatorCompiler {
  if (latest?.text !== text) latest = { text, compiler: createValidatorCompiler(text, checks) }
  return latest.compiler
}

const factsCode = (model: Model): string => JSON.stringify(validatorFacts(model))

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
  const loaders = models.map(
    ({ id }) => `  ${JSON.stringify(id)}: () => import(${JSON.stringify(`./${fileNameOf(id)}.js`)}),\n`,
  )
  return `${notice}export const loaders = {\n${loaders.join('')}}\n`
}

/** All validators with their constants and checks once: a fifth of what the single modules come to. */
function allCode(catalogue: Catalogue, extra: ValidatorExtra): string {
  const { models } = catalogue
  const functionName = (model: Model): string =>
    model.reference || model.deprecated ? `validate${model.codegenName}` : 'validateOpen'
  const functions = moduleText(
    models.filter((model) => model.reference).map((model) => compiled(model, catalogue, extra)),
    functionName,
    extra.validatorChecks,
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
