import { printable } from '@model-tasks/validation/printable'
import { models } from '@model-tasks/documents/upstreams/models'
import coverage from '@model-tasks/documents/upstreams/coverage.json' with { type: 'json' }
import type { Upstream } from '../../../settings/settings.js'
import type { ModelVerdict } from '../../../domain/provider/provider.js'
import { modelSetting, upstreamModelOf } from '../upstream-model.js'
import { namedModels, probeUpstream, type KeyVerdict } from '../probe-upstream.js'

/** What `upstreams check` prints, and whether every key and model ID that could be tested is known there. */
export interface UpstreamReport {
  lines: string[]
  ok: boolean
}

/** Tests the keys and model IDs of the settings without buying anything, and says what each upstream can carry of which model. */
export async function checkUpstreams(upstreams: readonly Upstream[]): Promise<UpstreamReport> {
  const reports = upstreams.map(async (upstream): Promise<UpstreamReport> => {
    const { name, protocol, modelIds } = upstream
    const { key, models: verdicts } = await probeUpstream(upstream)
    const lines = namedModels(upstream).map((model) => {
      const said = [modelText(name, model, verdicts.get(model)), ...carriedText(protocol, model, modelIds)]
      return `  ${model} as ${upstreamModelOf({ modelIds }, model)}: ${said.join('; ')}`
    })
    return {
      lines: [`${name} (${protocol ?? 'model-tasks'}): ${verdictText(key)}`, ...lines],
      ok:
        key.key !== 'unusable' &&
        key.key !== 'refused' &&
        [...verdicts.values()].every(({ model }) => model !== 'unknown'),
    }
  })
  const all = await Promise.all(reports)
  return { lines: all.flatMap(({ lines }) => lines).map(printable), ok: all.every(({ ok }) => ok) }
}

function verdictText(verdict: KeyVerdict): string {
  switch (verdict.key) {
    case 'accepted':
      return 'the key is accepted'
    case 'not-refused':
      return 'it answers and does not reject the key; whether it takes tasks shows with the first'
    case 'untestable':
      return 'the key cannot be tested without buying something'
    case 'unusable':
      return verdict.error
    case 'refused':
      return `${verdict.reason}: ${verdict.error}`
  }
}

/** What is known of one model's ID. */
function modelText(upstream: string, model: string, verdict: ModelVerdict | undefined): string {
  switch (verdict?.model) {
    case 'known':
      return 'found'
    case 'unknown':
      return `UNKNOWN there (${verdict.asked}); correct ${modelSetting(upstream, model)}`
    case 'unlisted':
      return `not listed (${verdict.asked}), which leaves out ${verdict.omits}; where it is none of them, correct ${modelSetting(upstream, model)}`
    case 'untested':
      return `not tested: ${verdict.reason}`
    case undefined:
      return 'not tested'
  }
}

/** How much of a model an upstream of a mapped protocol can carry. */
function carriedText(
  protocol: string | undefined,
  model: string,
  modelIds: Readonly<Record<string, string>>,
): string[] {
  if (protocol === undefined) return []
  const covered: Readonly<Record<string, Readonly<Record<string, { requests: number; mapped: number }>>>> = coverage
  const byModel = Object.hasOwn(covered, protocol) ? covered[protocol] : undefined
  // Of a protocol of the operator nothing was computed.
  if (byModel === undefined) return []
  const known = Object.hasOwn(byModel, model) ? byModel[model] : undefined
  const share =
    known === undefined
      ? Object.hasOwn(models, model) && models[model]?.open === true
        ? 'its parameters are not known'
        : 'it is not made there'
      : `${known.mapped} of ${known.requests} test requests can be carried`
  const isNamed = upstreamModelOf({ modelIds }, model) !== model
  return isNamed ? [share] : [share, 'modelIds does not say what it is called there']
}
