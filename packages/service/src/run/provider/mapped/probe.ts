import { notSent } from '@model-tasks/client/policy'
import { pathOf } from '@model-tasks/documents/upstreams/interpreter'
import type { UpstreamProvider } from '../../../domain/provider/provider.js'
import { unknownRoute } from '../pause-reason.js'
import { errorIn, errorText, jsonOf, pauseOf } from './answers.js'
import type { Connection } from './connection.js'
import { authorized, exchange, failureText, pauseAfter } from './exchange.js'

/** Asks something that buys nothing; answers why the key is not accepted, or undefined when it is. */
export async function probe(connection: Connection): ReturnType<NonNullable<UpstreamProvider['probe']>> {
  const { mapping } = connection
  if (mapping.probe === undefined) return probeToken(connection)
  const outcome = await exchange(connection, {
    action: 'probe',
    method: 'GET',
    path: pathOf(mapping.probe.path, { model: '' }),
  })
  if ('failure' in outcome) {
    const { failure } = outcome
    return { pause: pauseAfter(failure) ?? { reason: 'unreachable' }, error: failureText(failure, connection) }
  }
  const { answer } = outcome
  const failure = errorIn(mapping, answer)
  const isErrorInside = failure !== undefined && answer.status >= 200 && answer.status < 300
  // A page of HTML comes from something else at this address, regardless of its status.
  const isAnswer = jsonOf(answer) !== undefined && !isErrorInside
  if (isAnswer && mapping.probe.accepted.includes(answer.status)) return undefined
  const error = errorText(connection, answer, failure ?? { proves: 'may-exist' })
  if (unknownRoute.has(answer.status)) return { error }
  return {
    pause: pauseOf(connection, answer, failure) ?? { reason: answer.status >= 500 ? 'unavailable' : 'misconfigured' },
    error,
  }
}

/** The same where only who gives the token can be asked. */
async function probeToken(connection: Connection): ReturnType<NonNullable<UpstreamProvider['probe']>> {
  try {
    await authorized(connection, { method: 'GET' })
    return undefined
  } catch (error) {
    const failure = notSent(error, true)
    return { pause: pauseAfter(failure), error: failureText(failure, connection) }
  }
}
