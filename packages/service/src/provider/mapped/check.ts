import { models } from '@model-tasks/spec/upstreams/models'
import coverage from '@model-tasks/spec/upstreams/coverage.json' with { type: 'json' }
import type { Upstream } from '../../settings/settings.js'
import { loadMappings } from './open.js'
import { mappedProvider, type MappedParts } from './provider.js'

/** What `upstreams check` prints, and whether every key that could be tested was accepted. */
export interface UpstreamReport {
  lines: string[]
  ok: boolean
}

/** Tests the keys of the settings without buying anything, and says what each upstream can carry of which model. */
export async function checkUpstreams(upstreams: readonly Upstream[], parts: MappedParts = {}): Promise<UpstreamReport> {
  const mappings = await loadMappings(upstreams)
  const reports = upstreams.map(async (upstream): Promise<UpstreamReport> => {
    const { name, protocol, modelIds } = upstream
    if (protocol === undefined)
      return {
        lines: [`${name} (model-tasks): not tested here; it is asked for its capabilities when it is used`],
        ok: true,
      }
    const mapping = mappings.get(protocol)
    if (mapping === undefined) return { lines: [`${name}: no mapping of ${protocol}`], ok: false }
    const provider = mappedProvider(mapping, upstream, parts)
    const problem = await provider.probe?.()
    const verdict =
      provider.probe === undefined
        ? 'the key cannot be tested without buying something'
        : problem === undefined
          ? 'the key is accepted'
          : `${problem.pause.reason}: ${problem.error}`
    const carried = (upstream.models ?? Object.keys(modelIds)).map((model) => carriedLine(protocol, model, modelIds))
    return { lines: [`${name} (${protocol}): ${verdict}`, ...carried], ok: problem === undefined }
  })
  const all = await Promise.all(reports)
  return { lines: all.flatMap(({ lines }) => lines), ok: all.every(({ ok }) => ok) }
}

function carriedLine(
  protocol: keyof typeof coverage,
  model: string,
  modelIds: Readonly<Record<string, string>>,
): string {
  const byModel: Readonly<Record<string, { requests: number; mapped: number }>> = coverage[protocol]
  const known = Object.hasOwn(byModel, model) ? byModel[model] : undefined
  const theirs = Object.hasOwn(modelIds, model) ? modelIds[model] : model
  const share =
    known === undefined
      ? Object.hasOwn(models, model) && models[model]?.open === true
        ? 'its parameters are not known'
        : 'it is not made there'
      : `${known.mapped} of ${known.requests} test requests can be carried`
  const unnamed = theirs === undefined || theirs === model ? '; modelIds does not say what it is called there' : ''
  return `  ${model} as ${theirs ?? model}: ${share}${unnamed}`
}
