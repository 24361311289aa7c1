import { rowsFor, type ModelFacts, type Operation, type Row } from '@model-tasks/documents/upstreams/interpreter'
import { ParametersFault, ProtocolFault, type WrongParameter } from './backend.js'

/** Runs a submit whose rejection names each parameter as the protocol does, where that has a member for it alone. */
export async function withNamedParameters<Result>(
  operation: Operation,
  facts: ModelFacts,
  submit: () => Promise<Result>,
): Promise<Result> {
  try {
    return await submit()
  } catch (error) {
    if (!(error instanceof ParametersFault)) throw error
    const { status, code, headers, problem, wrong } = error
    const rows = rowsFor(operation, facts)
    const named = wrong.map((each) => namedAs(memberFor(each, rows), each))
    const members = new Set(named.map(({ parameter }) => parameter))
    const [only] = members.size === 1 ? members : []
    throw new ProtocolFault(status, code, named.map(({ message }) => message).join('; '), headers, problem, only)
  }
}

function namedAs(member: string | undefined, { parameter, message }: WrongParameter): WrongParameter {
  if (member === undefined) return { parameter, message }
  const begin = `${parameter}: `
  return {
    parameter: member,
    message: message.startsWith(begin) ? `${member}: ${message.slice(begin.length)}` : message,
  }
}

/** The member of the body that holds the parameter as it is. Where its values have other words, our message would not fit. */
function memberFor({ parameter }: WrongParameter, rows: readonly Row[]): string | undefined {
  const row = rows.find(({ from }) => from.kind === 'parameter' && from.name === parameter)
  if (row === undefined || row.values !== undefined || row.to.includes('-')) return undefined
  const isWritten =
    row.template?.holes.every(({ at, prefix, suffix }) => at.length === 0 && prefix + suffix === '') ?? true
  return isWritten ? row.to.join('.') : undefined
}
