import type { Mapping } from '@model-tasks/documents/upstreams/interpreter'
import { needsFolder } from '../../run/provider/mapped/bucket-objects.js'

/** A folder of results that a fake of the protocol takes, where the protocol asks for one. It serves them itself. */
export function exampleFolder(mapping: Mapping): { resultsFolder?: string } {
  return needsFolder(mapping) ? { resultsFolder: 's3://fake-files/results' } : {}
}
