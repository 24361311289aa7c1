import { readFileSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { printable } from '@model-tasks/validation/printable'
import { InputError } from '../../base/input-error.js'
import { isJsonObject, parseJson, type JsonObject } from '../../base/json.js'
import { reasonOf } from '../../base/reason.js'
import { positiveOf } from '../../admit/accounts/operator-input.js'
import { ProofSigner } from '../../edge/operator/proof.js'
import { openDataFolder } from '../../keep/data/folder.js'
import { persistentSecret } from '../../keep/data/secret.js'
import { noOutbox } from '../../keep/store/outbox.js'
import { openStores } from '../../keep/store/open.js'
import type { Settings } from '../../settings/settings.js'
import { namedMapping } from '../fake/named-mapping.js'
import { installationOf } from '../administration/installation.js'
import { cancelLines, faultLines } from './lines.js'
import { proveCancels } from './prove-cancels.js'
import { proveFaults } from './prove-faults.js'
import { liveFolder, proveLive, withinLimit, type LiveOutcome, type LiveTrial } from './prove-live.js'
import { upstreamProof } from './record.js'
import type { StartService } from './service.js'

/** What the command reads of the settings. */
export type ProveSettings = Pick<Settings, 'databaseUrl' | 'dataDirectory' | 'upstreams'>

/** What the command needs of the process. */
export interface ProveCommandParts {
  start: StartService
  print: (line: string) => void
  now: () => number
}

/**
 * `upstreams prove <protocol or file> [options…]`: proves a protocol at a fake, with `--live` also at the vendor, prints what
 * happened and writes a signed record. Answers whether all holds. Throws `InputError` for what was typed wrongly.
 */
export async function runProve(
  words: readonly string[],
  settings: ProveSettings,
  { start, print: printLine, now }: ProveCommandParts,
): Promise<boolean> {
  const print = (line: string): void => {
    printLine(printable(line))
  }
  const { named, out, live } = optionsOf(words)
  const mapping = await namedMapping(named)
  const path = out ?? `${mapping.protocol}.proof.json`
  const trial = live && trialOf(live, mapping.protocol, settings, { print, now })
  const signer = new ProofSigner(await secretOf(settings, now))
  // What costs nothing comes first: a mapping that does not hold there buys nothing.
  const faults = await proveFaults(mapping, start)
  for (const line of faultLines(mapping.protocol, faults)) print(line)
  const cancels = await proveCancels(mapping, start)
  for (const line of cancelLines(cancels)) print(line)
  const holds = [...faults.outcomes, ...cancels].every((one) => one.holds)
  if (trial !== undefined && !holds)
    throw new InputError(
      'not every fault or cancel ends as it should, so the upstream was asked for nothing; correct the protocol first',
    )
  const made = trial && (await proveLive(mapping, trial, start))
  if (made !== undefined) for (const line of liveLines(made)) print(line)
  writeFileSync(
    path,
    `${JSON.stringify(signer.sign(upstreamProof(mapping, { faults, cancels, live: made }, now())), null, 2)}\n`,
  )
  print(`record  ${path}, signed with ${signer.publicKey}`)
  return holds && (made === undefined || (made.proof.ended.status === 'completed' && !costsMore(made)))
}

interface LiveOptions {
  upstream: string
  request: string
  maxCredits: string
}

interface ProveOptions {
  named: string
  out: string | undefined
  live: LiveOptions | undefined
}

const usage =
  'use upstreams prove <protocol or file> [--out <file>] [--live <upstream> --request <file> --max-credits <credits>]'

function optionsOf(words: readonly string[]): ProveOptions {
  const { values, positionals } = parsed(words)
  const [named = '', extra] = positionals
  if (extra !== undefined) throw new InputError(`"${extra}" is one word too many; ${usage}`)
  const { out, live, request, 'max-credits': maxCredits } = values
  if (live === undefined && request === undefined && maxCredits === undefined) return { named, out, live: undefined }
  if (live === undefined || request === undefined || maxCredits === undefined)
    throw new InputError(`--live, --request and --max-credits go together: a task at the vendor costs money; ${usage}`)
  return { named, out, live: { upstream: live, request, maxCredits } }
}

function parsed(words: readonly string[]) {
  const text = { type: 'string' } as const
  try {
    return parseArgs({
      args: [...words],
      options: { out: text, live: text, request: text, 'max-credits': text },
      allowPositionals: true,
    })
  } catch (error) {
    throw new InputError(`${reasonOf(error)}; ${usage}`)
  }
}

function trialOf(
  { upstream: name, request, maxCredits }: LiveOptions,
  protocol: string,
  { upstreams, dataDirectory }: ProveSettings,
  process: Pick<LiveTrial, 'print' | 'now'>,
): LiveTrial {
  const upstream = upstreams.find((one) => one.name === name)
  if (upstream === undefined)
    throw new InputError(
      `the settings name no upstream "${name}"; ${upstreams.length === 0 ? 'MODEL_TASKS_CONFIG names a file with "upstreams"' : `they name ${upstreams.map((one) => one.name).join(', ')}`}`,
    )
  if (upstream.protocol !== protocol)
    throw new InputError(`the upstream ${name} speaks ${upstream.protocol ?? 'model-tasks'} and not ${protocol}`)
  const folder = liveFolder(dataDirectory, name)
  return withinLimit({ upstream, request: requestIn(request), limit: positiveOf(maxCredits), folder, ...process })
}

function requestIn(path: string): JsonObject & { model: string } {
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch (error) {
    throw new InputError(`--request: ${path} cannot be read: ${reasonOf(error)}`)
  }
  try {
    const request = parseJson(text)
    const model = isJsonObject(request) ? request['model'] : undefined
    if (isJsonObject(request) && typeof model === 'string') return { ...request, model }
  } catch {
    // What is not JSON is not a request either.
  }
  throw new InputError(`--request: ${path} must hold a submit of the API as JSON, such as {"model": …, "prompt": …}`)
}

/** The secret that the services of this installation sign with; where there is none yet, one is made. */
async function secretOf(settings: ProveSettings, now: () => number): Promise<Buffer> {
  if (settings.databaseUrl === undefined) return persistentSecret(openDataFolder(settings.dataDirectory).secret)
  const stores = await openStores(settings, { outbox: noOutbox, now, makes: false })
  try {
    return await installationOf(settings, stores).secret()
  } finally {
    await stores.close()
  }
}

/** Whether a task has cost more than was allowed, by what its upstream counted: the settings say less than it charges. */
function costsMore({ credits, max_credits: most }: LiveOutcome): boolean {
  return credits !== null && credits > most
}

function liveLines(made: LiveOutcome): string[] {
  const { host, max_credits: most, credits, counted, proof } = made
  const { asked, ended, files } = proof
  return [
    `${host} made one task  ${ended.status}${ended.error === null ? '' : `: ${ended.error}`}`,
    `  asked ${asked.at ?? 'never'}, ended ${ended.at ?? 'never'}, there as ${asked.reference ?? 'unknown'}`,
    `  ${credits === null ? 'what it cost is not known' : `cost ${credits} credits`}, at most ${most}; it counted ${counted.length === 0 ? 'nothing' : counted.map(({ unit, amount }) => `${amount} ${unit}`).join(', ')}`,
    ...(costsMore(made)
      ? ['WRONG  it cost more than --max-credits: the "costs" of the upstream say less than it charges; correct them']
      : []),
    ...files.map(
      ({ content_type: type, bytes, sha256 }) => `  ${type}, ${bytes} bytes, SHA-256 ${sha256 ?? 'unknown'}`,
    ),
  ]
}
