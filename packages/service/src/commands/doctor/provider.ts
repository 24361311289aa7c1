import type * as Sandbox from '@model-tasks/sandbox'
import { remoteMediaCheck } from '../../admit/media/media-check.js'
import type { Settings, Upstream } from '../../settings/settings.js'
import { SettingsError } from '../../settings/settings-error.js'
import { formatCount } from '@model-tasks/validation/count'
import { modelSetting, upstreamModelOf } from '../../run/provider/upstream-model.js'
import type { ModelVerdict } from '../../domain/provider/provider.js'
import type { KeyVerdict, UpstreamVerdict } from '../../run/provider/probe-upstream.js'
import { reasonOf } from '../../base/reason.js'
import type { Machine } from './machine.js'
import { error, ok, warning, type Finding } from './report.js'
import { within } from './within.js'

/** What runs tasks: the sandbox with its fonts and codec, or each upstream with its key. */
export async function checkProvider(settings: Settings, { patience }: Machine): Promise<Finding[]> {
  if (settings.provider === 'sandbox') return checkSandbox()
  const found = settings.upstreams.map((upstream) =>
    within(patience, { about: `upstream ${upstream.name}`, next: nextSteps.unreachable }, () =>
      checkUpstream(upstream),
    ),
  )
  return [...(await Promise.all(found)).flat(), ...mediaFindings(settings)]
}

async function checkSandbox(): Promise<Finding[]> {
  let sandbox: Pick<typeof Sandbox, 'missingParts'>
  try {
    sandbox = await import('@model-tasks/sandbox')
  } catch (thrown) {
    return [
      error(
        'sandbox',
        `is not installed: ${reasonOf(thrown)}`,
        'install @model-tasks/sandbox, or set MODEL_TASKS_PROVIDER=relay',
      ),
    ]
  }
  return (await sandbox.missingParts())
    .map(({ part, reason, next }) => error('sandbox', `${part}: ${reason}`, next))
    .concat(ok('sandbox', 'is installed'))
}

/** Asks something harmless: nothing is bought. */
async function checkUpstream(upstream: Upstream): Promise<Finding[]> {
  const about = `upstream ${upstream.name}`
  const { probeUpstream } = await import('../../run/provider/probe-upstream.js')
  const { key, models } = await probeUpstream(upstream)
  return [keyFinding(about, key), ...modelFindings(about, upstream, models)]
}

/** A model that is not known there stops its tasks; the others are one finding. */
function modelFindings(about: string, upstream: Upstream, models: UpstreamVerdict['models']): Finding[] {
  const { name } = upstream
  const having = (wanted: ModelVerdict['model']): number =>
    [...models.values()].filter(({ model }) => model === wanted).length
  const wrong = [...models].flatMap(([model, verdict]) => {
    const named = `${JSON.stringify(upstreamModelOf(upstream, model))} for ${model}`
    const next = `correct ${modelSetting(name, model)}`
    if (verdict.model === 'unknown') return [error(about, `does not know the model ${named} (${verdict.asked})`, next)]
    return verdict.model === 'unlisted'
      ? [warning(about, `does not list the model ${named} (${verdict.asked}), which leaves out ${verdict.omits}`, next)]
      : []
  })
  const untested = [...models.values()].find((verdict) => verdict.model === 'untested')
  return [
    ...wrong,
    ...(having('known') === 0 ? [] : [ok(about, `knows ${formatCount(having('known'), 'model')} of the settings`)]),
    ...(untested === undefined
      ? []
      : [ok(about, `${formatCount(having('untested'), 'model ID')} cannot be tested: ${untested.reason}`)]),
  ]
}

function keyFinding(about: string, verdict: KeyVerdict): Finding {
  switch (verdict.key) {
    case 'accepted':
      return ok(about, 'answers, and takes the key')
    case 'not-refused':
      return ok(about, 'answers, and does not reject the key')
    case 'untestable':
      return warning(about, 'its key cannot be tested without buying something', 'submit one cheap task')
    case 'unusable':
      return error(about, verdict.error, nextSteps.credentials)
    case 'refused':
      return error(about, `${verdict.reason}: ${verdict.error}`, nextSteps[verdict.reason])
  }
}

const nextSteps = {
  credentials: 'correct its key: keyEnv names the variable, MODEL_TASKS_UPSTREAM_KEY holds it for a single upstream',
  payment: 'top up the account at the upstream',
  forbidden: 'have the account admitted at the upstream',
  misconfigured: 'correct its url and protocol',
  unavailable: 'wait; the service asks again by itself',
  'rate-limited': 'lower its requestsPerSecond',
  unreachable: 'correct its url, or open the way to it: name server, proxy, firewall',
} as const

function mediaFindings({ checkMedia }: Settings): Finding[] {
  if (checkMedia === false) return [ok('media check', 'is off')]
  try {
    remoteMediaCheck()
    return [ok('media check', 'is on')]
  } catch (thrown) {
    if (!(thrown instanceof SettingsError)) throw thrown
    return [error('media check', 'packages are missing', thrown.message.replace(/^.*; run/, 'run'))]
  }
}
