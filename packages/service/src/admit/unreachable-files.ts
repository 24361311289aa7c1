import { placeName, valuesAt } from '@model-tasks/spec/measures/places'
import { loaders } from '@model-tasks/spec/media'
import type { Finding } from '@model-tasks/validation'
import type { JsonObject } from '../base/json.js'
import { formatShortened } from './problem.js'

/** What keeps every upstream of a model from a URL; undefined where one may reach it. */
export type OutOfReach = (model: string, url: string) => Promise<string | undefined>

/**
 * A finding for each file that no upstream of the model reaches: it would take the task, and fail with it. Only for models of which the
 * catalogue says where files stand.
 */
export async function unreachableFiles(
  model: string,
  parameters: JsonObject,
  outOfReach: OutOfReach,
): Promise<Finding[]> {
  if (!Object.hasOwn(loaders, model)) return []
  const { places } = await loaders[model as keyof typeof loaders]()
  const findings: Finding[] = []
  for (const { path, value } of valuesAt(places, parameters)) {
    if (typeof value !== 'string' || !/^https?:\/\//i.test(value) || !URL.canParse(value)) continue
    const kind = await outOfReach(model, value)
    if (kind === undefined) continue
    const { host } = new URL(value)
    const place = placeName(path)
    findings.push({
      rule: 'upstream-unsupported',
      severity: 'error',
      path: formatShortened(path),
      parameter: formatShortened(place.split(/[.[]/, 1)[0] ?? ''),
      message: `${formatShortened(place)}: the upstream cannot fetch a file from ${host}, which is a ${kind} address; give a URL on the public Internet. For files that requests carry, the operator sets MODEL_TASKS_PUBLIC_URL to an address that the upstream reaches`,
      received: formatShortened(value),
      source: 'extension: problems',
    })
  }
  return findings
}
