import type { ValidateFunction } from 'ajv/dist/2020.js'
import type { JsonValue } from '../catalogue.js'
import type { Pass } from '../check/mistake.js'
import { brokenSyntax } from '../check/passes/broken-syntax.js'
import { duplicateKeys } from '../check/passes/duplicate-keys.js'
import { inexactNumbers } from '../check/passes/inexact-numbers.js'
import { invisibleCharacters } from '../check/passes/invisible-characters.js'
import { wrongForm } from '../check/passes/wrong-form.js'
import { withoutConsequences } from '../check/consequences.js'
import { describe } from '../check/place.js'
import type { Diagnostic } from '../diagnostic.js'
import { parseSpecFile } from '../load/spec-file.js'
import type { Spec, SpecFile } from '../load/spec.js'
import { formatDiagnostic } from '../print.js'
import { wellFormed } from './check/facts.js'
import { upstreamPasses } from './check/index.js'
import { compileMapping } from './compile.js'
import type { Mapping, ModelFacts } from './interpreter/mapping.js'
import { modelPathOf } from '../read/model-file.js'

/** A file of an operator that describes a protocol. `name`: what it is called there, without `.json`. */
export interface ProtocolFile {
  name: string
  text: string
}

/** A protocol that was compiled, or every mistake in its file, each with its code, place and hint. */
export type CompiledProtocol = { name: string } & ({ mapping: Mapping } | { mistakes: string[] })

const metaPath = 'meta/upstream.schema.json'

/** The checks of one file; those of texts and patterns are about the catalogue. */
const passes: readonly Pass[] = [
  brokenSyntax,
  duplicateKeys,
  inexactNumbers,
  invisibleCharacters,
  wrongForm,
  ...upstreamPasses,
]

/**
 * A compiler of protocols outside the catalogue: the generator's checks and its compiler, on files that are given as text.
 * `validate` is the compiled meta-schema of such files, `models` what the catalogue knows of its models.
 */
export function protocolCompiler(
  validate: ValidateFunction,
  models: { readonly [model: string]: ModelFacts },
): (files: readonly ProtocolFile[], folder: string) => CompiledProtocol[] {
  const known = [parseSpecFile(metaPath, '{}'), ...modelFiles(models)]
  const code = { exports: { meta0: validate }, keep: () => undefined }
  return (files, folder) =>
    files.map(({ name, text }) => {
      const path = `upstreams/${name}.json`
      const spec: Spec = {
        directory: folder,
        files: new Map([...known, fileOf(path, text)].map((file) => [file.path, file])),
        meta: { paths: [metaPath], code: () => code },
      }
      const found = withoutConsequences(passes.flatMap((pass) => [...pass(spec)]))
        .filter(({ file }) => file === path)
        .map((mistake) => describe(spec, mistake))
      const source = wellFormed(spec)[0]?.source
      if (source !== undefined && found.every(({ severity }) => severity !== 'error'))
        return { name, mapping: compileMapping(source) }
      return {
        name,
        mistakes: found.sort((one, other) => one.line - other.line).map((one) => shown(one, name, folder)),
      }
    })
}

function fileOf(path: string, text: string): SpecFile {
  try {
    return parseSpecFile(path, text)
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    return { path, text, value: undefined, tree: undefined, syntaxErrors: [{ error: 1, offset: 0, length: 0 }] }
  }
}

function shown(diagnostic: Diagnostic, name: string, folder: string): string {
  return formatDiagnostic({ ...diagnostic, file: `${name}.json` }, folder)
}

/** What the checks read of models, as files of a specification. */
function modelFiles(models: { readonly [model: string]: ModelFacts }): SpecFile[] {
  return Object.entries(models).map(([id, { kind, parameters }]) => {
    const properties = Object.entries(parameters).map(([name, facts]): [string, JsonValue] => [
      name,
      facts.values === undefined ? { type: facts.kind === 'boolean' ? 'boolean' : 'string' } : { enum: facts.values },
    ])
    const schema = { 'x-kind': kind, properties: { model: { const: id }, ...Object.fromEntries(properties) } }
    return parseSpecFile(modelPathOf(id), JSON.stringify(schema))
  })
}
