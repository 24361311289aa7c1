import { readFile } from 'node:fs/promises'
import { defaultBaseAddress } from '../base-address.js'
import type { Extra } from '../file.js'
import { keepIn } from '../memory.js'
import { loadChecks } from './checks.js'
import { declarationsIn } from './declarations.js'
import { generatorFolder } from './place.js'
import { loadProtocolCompiler } from './protocol-compiler.js'
import { loadPublished } from './published.js'

/** Reads what emitters use beside the catalogue, from the generator's own folder and the one above. Keeps nothing: a run adds its own memory. */
export async function loadExtra(baseAddress = defaultBaseAddress): Promise<Extra> {
  const text = (path: string): Promise<string> => readFile(new URL(path, generatorFolder), 'utf8')
  const declarations = async (path: string, names: readonly string[]): Promise<string> =>
    declarationsIn(await text(path), names)
  return {
    baseAddress,
    catalogueDeclarations: await Promise.all(
      ['catalogue', 'catalogue/parameters', 'catalogue/stated'].map(async (module) => ({
        path: `${module}.d.ts`,
        content: await text(`${module}.ts`),
      })),
    ),
    directoryDeclarations: await declarations('directory.ts', ['DirectoryEntry']),
    modelFactsDeclarations: await declarations('emit/types/model-facts.ts', ['ModelFacts']),
    textFactsDeclarations: await declarations('text-facts.ts', ['ParameterFacts', 'OptionFacts', 'ModelTextFacts']),
    validatorFactsDeclarations: await declarations('emit/validators/facts.ts', ['ModelValidatorFacts']),
    validatorChecks: await loadChecks(),
    changelog: await text('../CHANGELOG.md'),
    interpreter: await loadPublished('upstreams/interpreter'),
    protocolCompiler: await loadProtocolCompiler(),
    measures: await loadPublished('measures'),
    messages: await loadPublished('messages'),
    metaSchemas: [],
    upstreams: [],
    keep: keepIn(undefined),
  }
}
