import { models } from '@model-tasks/spec/upstreams/models'
import coverage from '@model-tasks/spec/upstreams/coverage.json' with { type: 'json' }
import type { Upstream } from '../../settings/settings.js'
import { upstreamModelOf } from '../upstream-model.js'
import { probeUpstream, type KeyVerdict } from '../probe-upstream.js'

/** What `upstreams check` prints, and whether every key that could be tested was accepted. */
export interface UpstreamReport {
  lines: string[]
  ok: boolean
}

/** Tests the keys of the settings without buying anything, and says what each upstream can carry of which model. */
export async function checkUpstreams(upstreams: readonly Upstream[]): Promise<UpstreamReport> {
  const reports = upstreams.map(async (upstream): Promise<UpstreamReport> => {
    const { name, protocol, modelIds } = upstream
    const verdict = await probeUpstream(upstream)
    const carried =
      protocol === undefined
        ? []
        : (upstream.models ?? Object.keys(modelIds)).map((model) => carriedLine(protocol, model, modelIds))
    return {
      lines: [`${name} (${protocol ?? 'model-tasks'}): ${verdictText(verdict)}`, ...carried],
      ok: verdict.key !== 'unusable' && verdict.key !== 'refused',
    }
  })
  const all = await Promise.all(reports)
  return { lines: all.flatMap(({ lines }) => lines), ok: all.every(({ ok }) => ok) }
}

function verdictText(verdict: KeyVerdict): string {
  switch (verdict.key) {
    case 'accepted':
      return 'the key is accepted'
    case 'not-refused':
      return 'it answers and does not refuse the key; whether it takes tasks shows with the first'
    case 'untestable':
      return 'the key cannot be tested without buying something'
    case 'unusable':
      return verdict.error
    case 'refused':
      return `${verdict.reason}: ${verdict.error}`
  }
}

function carriedLine(
  protocol: keyof typeof coverage,
  model: string,
  modelIds: Readonly<Record<string, string>>,
): string {
  const byModel: Readonly<Record<string, { requests: number; mapped: number }>> = coverage[protocol]
  const known = Object.hasOwn(byModel, model) ? byModel[model] : undefined
  const theirs = upstreamModelOf({ modelIds }, model)
  const share =
    known === undefined
      ? Object.hasOwn(models, model) && models[model]?.open === true
        ? 'its parameters are not known'
        : 'it is not made there'
      : `${known.mapped} of ${known.requests} test requests can be carried`
  const unnamed = theirs === model ? '; modelIds does not say what it is called there' : ''
  return `  ${model} as ${theirs}: ${share}${unnamed}`
}
