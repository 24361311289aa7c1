import { probe } from '#probe'
import type { Finding } from '@model-tasks/validation'
import { checkMedia, type MediaProbe } from '@model-tasks/validation/media'
import { fileFinding, type RequestFile } from './find.js'

/** What is known of the files of a request. */
export interface CheckedFiles {
  /** Mistakes and advice, from the model's limits; a file that cannot be read is a mistake. */
  readonly findings: readonly Finding[]
  /** What could not be told of the files, and why, as sentences without their full stops. */
  readonly warnings: readonly string[]
}

/** Applies the model's media limits, also those that depend on the request, to its files, reading as little of each as tells its facts. */
export async function checkFiles(model: string, request: object, files: readonly RequestFile[]): Promise<CheckedFiles> {
  const findings: Finding[] = []
  const probes: MediaProbe[] = []
  const warnings = new Set<string>()
  for (const file of files) {
    try {
      const { warning, ...facts } = await probe(await file.open(), file.type)
      if (warning !== undefined) warnings.add(warning)
      probes.push({ path: file.path, ...facts })
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error)
      findings.push(fileFinding(file, 'media-unreadable', `cannot be checked: ${reason}`))
    }
  }
  const known = probes.length > 0 ? (await checkMedia(model, probes, { request })).findings : []
  return { findings: [...findings, ...known], warnings: [...warnings] }
}
