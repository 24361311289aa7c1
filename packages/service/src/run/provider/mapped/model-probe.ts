import { pathOf, readModelProbe, type ModelProbe } from '@model-tasks/documents/upstreams/interpreter'
import { outcomeOfFailure } from '@model-tasks/client/policy'
import { boundedRequest } from '../bounded-request.js'
import type { ModelVerdict } from '../../../domain/provider/provider.js'
import { upstreamModelOf } from '../upstream-model.js'
import { errorIn, errorText, jsonOf } from './answers.js'
import { vendorUrl, type Connection } from './connection.js'
import { exchange, failureText, requestTimeout, type Exchanged } from './exchange.js'
import type { MappedUpstream } from './upstream.js'

/** What the upstream says of each model, under the ID that it is sent. A list that holds them all is asked for once. */
export async function testModels(
  connection: Connection,
  upstream: MappedUpstream,
  models: readonly string[],
  fetchPublic: typeof fetch,
): Promise<ReadonlyMap<string, ModelVerdict>> {
  const { modelProbe: probe } = connection.mapping
  const answers = new Map<string, Promise<Exchanged>>()
  const verdictOf = async (model: string): Promise<ModelVerdict> => {
    if (probe === undefined) return { model: 'untested', reason: 'the protocol has no request for it' }
    if ('untestable' in probe) return { model: 'untested', reason: probe.untestable }
    const sentAs = upstreamModelOf(upstream, model)
    const excepted = probe.except.find(({ prefix }) => sentAs.startsWith(prefix))
    if (excepted !== undefined) return { model: 'untested', reason: excepted.reason }
    const path = pathOf(probe.path, { model: sentAs })
    const asked = answers.get(path) ?? ask(connection, probe, path, fetchPublic)
    answers.set(path, asked)
    return verdictIn(connection, probe, sentAs, `GET ${path}`, await asked)
  }
  const verdicts: [string, ModelVerdict][] = []
  for (const model of models) verdicts.push([model, await verdictOf(model)])
  return new Map(verdicts)
}

function verdictIn(
  connection: Connection,
  probe: ModelProbe,
  sentAs: string,
  asked: string,
  outcome: Exchanged,
): ModelVerdict {
  const { mapping } = connection
  if ('failure' in outcome) return { model: 'untested', reason: failureText(outcome.failure, connection) }
  const { answer } = outcome
  const reading = readModelProbe(mapping, probe, sentAs, { status: answer.status, body: jsonOf(answer) })
  switch (reading) {
    case 'known':
      return { model: 'known' }
    case 'unknown':
      return { model: 'unknown', asked }
    case 'unlisted':
      return { model: 'unlisted', asked, omits: probe.omits ?? '' }
    case undefined: {
      const error = errorIn(mapping, answer)
      const reason =
        error === undefined ? `the answer to ${asked} names no models` : errorText(connection, answer, error)
      return { model: 'untested', reason }
    }
  }
}

/** One request; another host of the vendor gets no key. */
async function ask(
  connection: Connection,
  { origin }: ModelProbe,
  path: string,
  fetchPublic: typeof fetch,
): Promise<Exchanged> {
  if (origin === undefined) return exchange(connection, { action: 'probe', method: 'GET', path })
  const bounds = { clock: connection.clock, timeout: requestTimeout, maxAnswer: 8 }
  const init = { headers: { accept: 'application/json' } }
  try {
    return { answer: await boundedRequest(fetchPublic, vendorUrl(connection, `${origin}${path}`), init, bounds) }
  } catch (error) {
    return { failure: outcomeOfFailure(error) }
  }
}
