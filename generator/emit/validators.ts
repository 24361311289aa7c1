import type { Catalogue, Model } from '../catalogue.js'
import type { File } from '../file.js'
import { perModel } from '../per-model.js'
import { createValidatorCompiler, type ValidatorCompiler } from './validators/compile.js'
import { moduleDeclaration, indexDeclaration, allDeclaration } from './validators/declarations.js'
import { validatorFacts } from './validators/facts.js'

const notice = '// Made by the generator from spec/. Do not edit.\n'

/** One self-contained ESM module a model, an index of loaders and a module with all of them. */
export function emitValidators(catalogue: Catalogue): File[] {
  const compiler = createValidatorCompiler(catalogue.text)
  return [
    ...catalogue.models.flatMap((model) => [
      { path: `validators/${model.id}.js`, content: moduleCode(model, compiler) },
      { path: `validators/${model.id}.d.ts`, content: notice + moduleDeclaration },
    ]),
    { path: 'validators/index.js', content: indexCode(catalogue) },
    { path: 'validators/index.d.ts', content: notice + indexDeclaration },
    { path: 'validators/all.js', content: allCode(catalogue) },
    { path: 'validators/all.d.ts', content: notice + allDeclaration },
  ]
}

const moduleCode = perModel((model: Model, compiler: ValidatorCompiler): string => {
  const code = model.reference
    ? compiler.compile(model)
    : `export function validate() {\nreturn [{ rule: "no-reference", path: "/model", params: {} }]\n}`
  return `${notice}${code}\nexport const facts = ${JSON.stringify(validatorFacts(model))}\nexport default validate\n`
})

function indexCode({ models }: Catalogue): string {
  const loaders = models.map(({ id }) => `  ${JSON.stringify(id)}: () => import(${JSON.stringify(`./${id}.js`)}),\n`)
  const named = models.flatMap(({ displayName, id }) => (typeof displayName === 'string' ? [`  ${JSON.stringify(displayName)}: ${JSON.stringify(id)},\n`] : []))
  return `${notice}export const loaders = {\n${loaders.join('')}}\nexport const displayNames = {\n${named.join('')}}\n`
}

function allCode({ models }: Catalogue): string {
  const imports = models.map(({ id, codegenName }) => `import * as ${codegenName} from ${JSON.stringify(`./${id}.js`)}\n`)
  const entries = models.map(({ id, codegenName }) => `  ${JSON.stringify(id)}: ${codegenName},\n`)
  return `${notice}${imports.join('')}export const modules = {\n${entries.join('')}}\nexport { displayNames } from "./index.js"\n`
}
