import type { Cost } from '@model-tasks/client/cost'
import type { JsonValue } from '@model-tasks/spec'
import { formatCount } from '@model-tasks/validation/count'
import { connect } from '../connection/connection.js'
import { openConnection } from '../connection/open-connection.js'
import type { CheckedBody } from './prepare.js'
import { printJson, type Session } from '../session.js'
import { printable } from '@model-tasks/validation/printable'
import { table } from '../terminal/table.js'

/** Milliseconds that the service may take to answer. */
const timeout = 10_000

/** What a service says of the cost of a request, or why it does not. */
type ServicePrice =
  | { baseUrl: string; amount: number; held?: number; available?: number }
  | { baseUrl: string; error: string }
  /** No service is set. */
  | undefined
  /** It was not asked, because the request is not whole. */
  | { whole: false; missing: readonly string[] }

/** Works out what a checked request costs, and prints it: by the catalogue, and by the service where the request is whole. */
export async function showCost(
  session: Session,
  model: string,
  body: Readonly<Record<string, JsonValue>>,
  { params, files, findings }: CheckedBody,
): Promise<void> {
  const missing = findings.filter(({ rule }) => rule === 'required')
  const { cost: costOf } = await import('@model-tasks/client/cost')
  const worked = await costOf(model as Parameters<typeof costOf>[0], params as never)
  const service =
    missing.length > 0 || files.length > 0
      ? { whole: false as const, missing: missing.flatMap(({ parameter }) => parameter ?? []) }
      : await quotedByService(session, model, body)
  printCost(session, worked, service)
}

/** Asks the service that is set for its own price of a whole request. Nothing is submitted. Where it does not answer, that is part of the result. */
async function quotedByService(
  session: Session,
  model: string,
  body: Readonly<Record<string, JsonValue>>,
): Promise<ServicePrice> {
  const found = await connect(session.globals, session).catch(() => undefined)
  if (found === undefined && session.globals.baseUrl === undefined && session.globals.profile === undefined)
    return undefined
  session.context.submits = false
  const { client, service, signal } = await openConnection(session)
  const { model: _, ...params } = body
  try {
    const { amount, held, available } = await client.quote(model, params, { signal, timeout })
    return {
      baseUrl: service.baseUrl,
      amount,
      ...(held === undefined ? {} : { held }),
      ...(available === undefined ? {} : { available }),
    }
  } catch (error) {
    signal.throwIfAborted()
    return { baseUrl: service.baseUrl, error: error instanceof Error ? error.message : String(error) }
  }
}

/** Prints what a request costs: by the catalogue first, then what the service says. */
function printCost(session: Session, cost: Cost, service: ServicePrice): void {
  const { terminal, globals } = session
  if (globals.json === true) {
    const asked = service === undefined || 'whole' in service ? {} : { service }
    printJson(session, { ...cost, ...asked })
    return
  }
  const { out, err } = terminal.paint
  const { model, amount, lines, parameters, standard, from } = cost
  const whose = standard ? 'the standard price, since the catalogue states none' : 'the price of the catalogue'
  terminal.out(
    `${out.strong(formatCount(amount, 'credit'))}   ${model}, by ${whose}${from === undefined ? '' : `, from ${from}`}\n`,
  )
  terminal.out(
    table(
      lines.map((line) => [
        `  ${out.faint(line.rate)}`,
        `${line.credits} × ${Number(line.quantity.toPrecision(12))}`,
        `= ${line.amount}`,
      ]),
      terminal.columns,
    ),
  )
  terminal.out(`${out.faint('changes with')}   ${parameters.length === 0 ? 'no parameter' : parameters.join(', ')}\n`)
  if (service === undefined) return
  if ('whole' in service) {
    const { missing } = service
    terminal.err(
      `${err.faint(
        missing.length > 0
          ? `Give ${missing.join(', ')} too to ask the service for its own price.`
          : 'A service is not asked for the price of a request with local files.',
      )}\n`,
    )
  } else if ('error' in service) {
    terminal.err(
      `${err.warning('advice')}  ${service.baseUrl} did not say its own price: ${printable(service.error)}\n`,
    )
  } else {
    const { held } = service
    const holds = held === undefined ? '' : `, and ${held} held, since a dearer model may make it`
    const left = service.available === undefined ? '' : `; the account has ${service.available}`
    terminal.out(`${out.strong(formatCount(service.amount, 'credit'))}   at ${service.baseUrl}${holds}${left}\n`)
  }
}
