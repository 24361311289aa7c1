import type { JsonValue } from '@model-tasks/spec'
import type { Finding } from '@model-tasks/validation'
import { checkFiles } from './check.js'
import { findFiles, placeholder, withReferences, type RequestFile } from './find.js'

/** The files of one request, before anything is sent. */
export interface InspectedFiles {
  readonly files: readonly RequestFile[]
  /** The parameters as JSON, with a stand-in of the right form for each file: what `checkRequest` can check. */
  readonly checkable: Record<string, JsonValue>
  /** What is wrong with the files, and advice. */
  readonly findings: readonly Finding[]
  /** What could not be told of the files. */
  readonly warnings: readonly string[]
  /** Whether a file cannot be brought to the service from where it stands. */
  readonly impossible: boolean
}

/** Finds the files of a request and, with `limits`, applies the media limits of its model to them. Nothing is sent. */
export async function inspectFiles(
  model: string,
  params: object,
  { limits = true }: { limits?: boolean } = {},
): Promise<InspectedFiles> {
  const json = JSON.parse(JSON.stringify(params)) as Record<string, JsonValue>
  const { files, misplaced } = await findFiles(model, params)
  const checkable = withReferences(json, files, placeholder)
  const { findings, warnings } = limits ? await checkFiles(model, checkable, files) : { findings: [], warnings: [] }
  return {
    files,
    checkable,
    findings: [...misplaced, ...findings],
    warnings,
    impossible: misplaced.length > 0,
  }
}
