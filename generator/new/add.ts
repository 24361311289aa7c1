import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { JsonValue, ModelKind } from '../catalogue.js'
import { checkSpec } from '../check/index.js'
import type { Diagnostic } from '../diagnostic.js'
import { json } from '../emit/openapi/json.js'
import { loadSpec, parseSpecFile } from '../load/spec.js'
import { formatDiagnostic } from '../print.js'
import { layout } from './layout.js'
import { scaffold } from './scaffold.js'
import { modelPathOf } from '../read/model-file.js'

/** Why a model file was not added, in words for the person who asked. */
export class CannotAddModelError extends Error {
  override readonly name: string = 'CannotAddModelError'
}

/** A place in a specification where a model file can be added. */
export interface NewModel {
  /** Its path below the specification. */
  path: string
  /** What the checks say of the file, were it there. */
  check: (file: JsonValue) => Diagnostic[]
  /** Writes the file. Throws a CannotAddModelError, and writes nothing, when the checks say anything of it. */
  write: (file: JsonValue) => Promise<void>
}

/**
 * The place of `models/<id>.schema.json` in the specification in `directory`. Throws a CannotAddModelError when the
 * ID is none, or its file is there already.
 */
export async function newModel(directory: string, id: string): Promise<NewModel> {
  const path = modelPathOf(id)
  if (!/^[A-Za-z0-9][A-Za-z0-9._-]*([/:][A-Za-z0-9][A-Za-z0-9._-]*)*$/.test(id))
    throw new CannotAddModelError(
      `"${id}" is not a Model ID; use letters, digits, dots, hyphens and underscores, with / or : between parts, and start each part with a letter or digit`,
    )
  const spec = await loadSpec(directory)
  if (spec.files.has(path)) throw new CannotAddModelError(`spec/${path} is there already`)
  const check = (file: JsonValue): Diagnostic[] =>
    checkSpec({ ...spec, files: new Map([...spec.files, [path, parseSpecFile(path, layout(file))]]) }).filter(
      (diagnostic) => diagnostic.file === path,
    )
  return {
    path,
    check,
    async write(file) {
      const diagnostics = check(file)
      if (diagnostics.length > 0)
        throw new CannotAddModelError(diagnostics.map((diagnostic) => formatDiagnostic(diagnostic, 'spec')).join('\n'))
      await writeFile(join(directory, path), layout(file), { flag: 'wx' }).catch((error: NodeJS.ErrnoException) => {
        throw new CannotAddModelError(`spec/${path} cannot be written: ${error.message}`)
      })
    },
  }
}

/**
 * Adds `models/<id>.schema.json` to the specification in `directory` and answers its path below it. Nothing is written
 * when the file is there already, or when the specification with it would have a mistake it did not have before.
 */
export async function addModel(directory: string, id: string, kind: ModelKind): Promise<string> {
  const place = await newModel(directory, id)
  await place.write(json(scaffold(id, kind)))
  return place.path
}
