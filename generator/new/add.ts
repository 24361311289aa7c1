import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ModelKind } from '../catalogue.js'
import { checkSpec } from '../check/index.js'
import { json } from '../emit/openapi/json.js'
import { loadSpec, parseSpecFile } from '../load/spec.js'
import { formatDiagnostic } from '../print.js'
import { layout } from './layout.js'
import { scaffold } from './scaffold.js'
import { modelPathOf } from '../read/model-file.js'

/** Why a model file was not added, in words for the person who asked. */
export class CannotAddModelError extends Error {
  override readonly name = 'CannotAddModelError'
}

/**
 * Adds `models/<id>.schema.json` to the specification in `directory` and answers its path below it. Nothing is written
 * when the file is there already, or when the specification with it would have a mistake it did not have before.
 */
export async function addModel(directory: string, id: string, kind: ModelKind): Promise<string> {
  const path = modelPathOf(id)
  if (!/^[A-Za-z0-9][A-Za-z0-9._-]*([/:][A-Za-z0-9][A-Za-z0-9._-]*)*$/.test(id))
    throw new CannotAddModelError(
      `"${id}" is not a Model ID; use letters, digits, dots, hyphens and underscores, with / or : between parts, and start each part with a letter or digit`,
    )
  const spec = await loadSpec(directory)
  if (spec.files.has(path)) throw new CannotAddModelError(`spec/${path} is there already`)
  const text = layout(json(scaffold(id, kind)))
  const diagnostics = checkSpec({ ...spec, files: new Map([...spec.files, [path, parseSpecFile(path, text)]]) }).filter(
    (diagnostic) => diagnostic.file === path,
  )
  if (diagnostics.length > 0)
    throw new CannotAddModelError(diagnostics.map((diagnostic) => formatDiagnostic(diagnostic, 'spec')).join('\n'))
  await writeFile(join(directory, path), text, { flag: 'wx' }).catch((error: NodeJS.ErrnoException) => {
    throw new CannotAddModelError(`spec/${path} cannot be written: ${error.message}`)
  })
  return path
}
