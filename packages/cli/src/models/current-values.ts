import type { Finding } from '@model-tasks/validation'
import type { CurrentValues } from '@model-tasks/client'
import type { JsonValue } from '@model-tasks/spec'
import type { Model, Parameter } from '@model-tasks/spec/catalogue'
import { placesOf } from '@model-tasks/spec/measures/parameter-places'
import { anyName, placeName, stepOf, valuesAt } from '@model-tasks/spec/measures/places'
import { listed } from '@model-tasks/spec/messages'
import { connect } from '../connection/connection.js'
import { declaredBy } from '../connection/open-connection.js'
import type { Session } from '../session.js'

/**
 * The values that the service has at the moment where a model has lists that grow. None where no service is set, where it does
 * not declare that it knows them, or does not answer within `timeout` milliseconds: then those of the catalogue count.
 */
export async function currentValues(session: Session, model: Model, timeout = 8000): Promise<readonly CurrentValues[]> {
  if (!placesOf(model.parameters).some(({ parameter }) => parameter.kind === 'string' && parameter.list !== undefined))
    return []
  try {
    const { baseUrl, apiKey } = await connect(session.globals, session)
    const { ModelTasks } = await import('@model-tasks/client')
    const client = new ModelTasks({ baseUrl, apiKey })
    const { signal } = session
    const declared = await declaredBy({ client, signal }, timeout)
    if (declared?.extensions.includes('value-lists') !== true) return []
    return await client.valueLists(model.id, { signal, timeout })
  } catch {
    return []
  }
}

/** The model with the values that a service has at the moment in place of those of the catalogue. */
export function withCurrent(model: Model, lists: readonly CurrentValues[]): Model {
  if (lists.length === 0) return model
  const parameters = model.parameters.map((parameter) => renewed(parameter, `/${stepOf(parameter.name)}`, lists))
  return { ...model, parameters }
}

function renewed(parameter: Parameter, path: string, lists: readonly CurrentValues[]): Parameter {
  switch (parameter.kind) {
    case 'string': {
      const current = lists.find((list) => list.path === path)
      if (parameter.list === undefined || current === undefined) return parameter
      const date = dayOf(current)
      const { length } = current.values
      const phrase = {
        en: `one of ${length} values that the service has read on ${date}`,
        zh: `服务于 ${date} 读取的 ${length} 个值之一`,
      }
      return { ...parameter, phrase, list: { ...parameter.list, values: current.values, date } }
    }
    case 'list':
      return { ...parameter, items: renewed(parameter.items, `${path}/*`, lists) }
    case 'map':
      return { ...parameter, values: renewed(parameter.values, `${path}/${anyName}`, lists) }
    case 'object':
      return {
        ...parameter,
        members: parameter.members.map((each) => renewed(each, `${path}/${stepOf(each.name)}`, lists)),
      }
    case 'union':
      return {
        ...parameter,
        variants: parameter.variants.map((form) => ({
          ...form,
          members: form.members.map((each) => renewed(each, `${path}/${stepOf(each.name)}`, lists)),
        })),
      }
    default:
      return parameter
  }
}

/**
 * The findings of a request by the current lists: a value that one has is not remarked on, and one that it lacks is an error, as
 * at a submit. The `parameters` of the model tell which values should no longer be used.
 */
export function byCurrent(
  findings: readonly Finding[],
  lists: readonly CurrentValues[],
  body: Readonly<Record<string, JsonValue>>,
  parameters: readonly Parameter[] = [],
): Finding[] {
  const found = [...valuesAt(lists, body)]
  const known = new Set(found.map(({ path }) => path))
  return [
    ...findings.filter(({ rule, path }) => rule !== 'value-unlisted' || !known.has(path)),
    ...found.flatMap(({ place, path, value }) =>
      typeof value !== 'string' || value === '' || place.values.includes(value)
        ? []
        : [missing(place, path, value, parameters)],
    ),
  ]
}

function missing(list: CurrentValues, path: string, value: string, parameters: readonly Parameter[]): Finding {
  const stated = placesOf(parameters).find((place) => place.path === list.path)?.parameter
  const { options, nearest = options } = listed(list.values, value, {
    options: stated?.kind === 'string' ? stated.options : undefined,
  })
  const some = (Array.isArray(nearest) ? nearest : []).map((each) => JSON.stringify(each)).join(', ')
  return {
    rule: 'upstream-unsupported',
    severity: 'error',
    path,
    parameter: path.split('/')[1] ?? '',
    message: `${placeName(path)}: the service does not have ${JSON.stringify(value)} in its list of ${list.name}, read on ${dayOf(list)}; use one of its ${list.values.length} values, such as ${some}`,
    received: value,
    source: 'extension: value-lists',
  }
}

function dayOf({ read }: CurrentValues): string {
  return new Date(read * 1000).toISOString().slice(0, 10)
}
