import type { Catalogue, Endpoint, TaskFacts, TaskField } from '../../catalogue.js'
import { orderOf, pairsOf, same, show, without, type Pair } from '../pairs.js'
import { rulesOver } from './row.js'

const tasks = (before: Catalogue, after: Catalogue): Pair<TaskFacts>[] => [
  { subject: 'Task', before: before.task, after: after.task },
]
const fieldPairs = (before: Catalogue, after: Catalogue): Pair<TaskField>[] =>
  pairsOf(before.task.fields, after.task.fields, ({ name }) => `Task.${name}`)
const services = (before: Catalogue, after: Catalogue): Pair<Catalogue['service']>[] => [
  { subject: '', before: before.service, after: after.service },
]
const endpointPairs = (before: Catalogue, after: Catalogue): Pair<Endpoint>[] =>
  pairsOf(before.service.endpoints, after.service.endpoints, ({ id }) => `endpoint ${id}`)

const ofTask = [
  ...rulesOver(tasks, [
    {
      id: 'removed-task-field',
      severity: 'breaking',
      step: 'major',
      summary: 'The Task has one field less.',
      find: (old, now) =>
        without(old.fields, now.fields, ({ name }) => name).map(({ name }) => ({
          inside: `.${name}`,
          message: 'is removed',
        })),
    },
    {
      id: 'added-task-field',
      severity: 'note',
      step: 'minor',
      summary: 'The Task has one more field.',
      find: (old, now) =>
        without(now.fields, old.fields, ({ name }) => name).map(({ name, description }) => ({
          inside: `.${name}`,
          message: `is new: ${description}`,
        })),
    },
    {
      id: 'changed-states',
      severity: 'danger',
      step: 'minor',
      summary: 'The states of a task changed.',
      find: ({ states: old }, { states: now }) => {
        const words = (states: TaskFacts['states']): string[] =>
          states.map(({ status, terminal }) => `${status}${terminal ? ' (terminal)' : ''}`)
        const [from, to] = [words(old), words(now)]
        if (same(from, to)) return undefined
        // A state more is a word that programs must expect; a state that is gone, or ends otherwise, is not.
        const isAddition = from.every((state) => to.includes(state))
        const change = { inside: '.status', message: `can be ${to.join(', ')} (before: ${from.join(', ')})`, from, to }
        return isAddition ? change : { ...change, severity: 'breaking', step: 'major' }
      },
    },
    {
      id: 'reordered-task',
      severity: 'note',
      step: 'patch',
      summary: 'The fields of the Task stand in another order.',
      find: (old, now) =>
        same(...orderOf(old.fields, now.fields, ({ name }) => name)) ? undefined : 'lists its fields in another order',
    },
  ]),
  ...rulesOver(fieldPairs, [
    {
      id: 'changed-task-type',
      severity: 'breaking',
      step: 'major',
      summary: 'A field of the Task has another type.',
      find: (old, now) => {
        const words = ({ type, unit }: TaskField): string =>
          `${typeof type === 'string' ? type : 'of unknown type'}${unit === undefined ? '' : ` in ${unit}`}`
        const [from, to] = [words(old), words(now)]
        return from === to ? undefined : { message: `is ${to} now (before: ${from})`, from, to }
      },
    },
    {
      id: 'changed-task-presence',
      severity: 'breaking',
      step: 'major',
      summary: 'A field of the Task is there at other times, or for other models.',
      find: (old, now) => {
        const words = ({ present, kind, models }: TaskField): string =>
          [
            present,
            ...(kind === undefined ? [] : [`${kind} only`]),
            ...(models === undefined ? [] : [`for ${models.join(', ')}`]),
          ].join(', ')
        const [from, to] = [words(old), words(now)]
        if (from === to) return undefined
        const change = { message: `is there: ${to} (before: ${from})`, from, to }
        // A program may rely on a field that is always there; of any other it must expect the absence.
        return now.present === 'always' && now.kind === undefined && now.models === undefined
          ? { ...change, severity: 'danger', step: 'minor' }
          : change
      },
    },
    {
      id: 'changed-known-values',
      severity: 'note',
      step: 'minor',
      summary: 'A field of the Task is known to hold other values.',
      find: ({ knownValues: old }, { knownValues: now }) =>
        same(old, now)
          ? undefined
          : { message: `is known to hold ${show(now)} (before: ${show(old)})`, from: old ?? null, to: now ?? null },
    },
    {
      id: 'changed-field-origin',
      severity: 'advice',
      step: 'minor',
      summary: 'A field of the Task is an extension of ours, or no longer one.',
      find: (old, now) =>
        old.extension === now.extension
          ? undefined
          : now.extension
            ? 'is an extension of ours'
            : 'belongs to the interface now',
    },
  ]),
]

const ofService = [
  ...rulesOver(services, [
    ...(['endpoint', 'extension'] as const).flatMap((what) => {
      const idsOf = (service: Catalogue['service']): string[] => service[`${what}s`].map(({ id }) => id)
      const named = (ids: string[], message: string) => ids.map((id) => ({ inside: `${what} ${id}`, message }))
      return [
        {
          id: `removed-${what}`,
          severity: 'breaking' as const,
          step: 'major' as const,
          summary: `An ${what} is gone.`,
          find: (old: Catalogue['service'], now: Catalogue['service']) =>
            named(without(idsOf(old), idsOf(now), String), 'is removed'),
        },
        {
          id: `added-${what}`,
          severity: 'note' as const,
          step: 'minor' as const,
          summary: `An ${what} is new.`,
          find: (old: Catalogue['service'], now: Catalogue['service']) =>
            named(without(idsOf(now), idsOf(old), String), 'is new'),
        },
      ]
    }),
    {
      id: 'changed-authentication',
      severity: 'breaking',
      step: 'major',
      summary: 'Callers prove who they are in another way.',
      find: ({ authentication: old }, { authentication: now }) =>
        old.scheme === now.scheme && old.header === now.header
          ? undefined
          : {
              inside: 'service.authentication',
              message: `is ${now.scheme} in ${now.header} (before: ${old.scheme} in ${old.header})`,
            },
    },
    {
      id: 'changed-polling',
      severity: 'advice',
      step: 'minor',
      summary: 'The polling interval changed.',
      find: (old, now) => {
        const words = ({ polling }: Catalogue['service']): string =>
          `${polling.minimumSeconds} to ${polling.maximumSeconds} s`
        const [from, to] = [words(old), words(now)]
        return from === to
          ? undefined
          : { inside: 'service.polling', message: `is every ${to} (before: ${from})`, from, to }
      },
    },
  ]),
  ...rulesOver(endpointPairs, [
    {
      id: 'changed-endpoint',
      severity: 'breaking',
      step: 'major',
      summary: 'An endpoint has another method or path.',
      find: (old, now) =>
        same([old.method, old.path, old.extension], [now.method, now.path, now.extension])
          ? undefined
          : `is ${now.method} ${now.path} (before: ${old.method} ${old.path})`,
    },
  ]),
]

/** What happens to what the service answers: the Task, endpoints, authentication. */
export const answerRules = [...ofTask, ...ofService]
