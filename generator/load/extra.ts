import { readFile } from 'node:fs/promises'
import { defaultBaseAddress } from '../base-address.js'
import type { Extra } from '../file.js'
import { loadInterpreter } from '../upstreams/load.js'
import { loadChecks } from './checks.js'
import { declarationsIn } from './declarations.js'

/** Reads what emitters use beside the catalogue, from the generator's own folder and the one above. */
export async function loadExtra(baseAddress = defaultBaseAddress): Promise<Extra> {
  const folder = new URL('../../', import.meta.url)
  const text = (path: string): Promise<string> => readFile(new URL(path, folder), 'utf8')
  const declarations = async (path: string, names: readonly string[]): Promise<string> =>
    declarationsIn(await text(path), names)
  const [
    catalogueDeclarations,
    directoryDeclarations,
    modelFactsDeclarations,
    textFactsDeclarations,
    validatorFactsDeclarations,
    validatorChecks,
    changelog,
    interpreter,
  ] = await Promise.all([
    text('catalogue.ts'),
    declarations('directory.ts', ['DirectoryEntry']),
    declarations('emit/types/model-facts.ts', ['ModelFacts']),
    declarations('text-facts.ts', ['ParameterFacts', 'ModelTextFacts']),
    declarations('emit/validators/facts.ts', ['ModelValidatorFacts']),
    loadChecks(),
    text('../CHANGELOG.md'),
    loadInterpreter(),
  ])
  return {
    baseAddress,
    catalogueDeclarations,
    directoryDeclarations,
    modelFactsDeclarations,
    textFactsDeclarations,
    validatorFactsDeclarations,
    validatorChecks,
    changelog,
    interpreter,
    upstreams: [],
  }
}
