import type { Model } from '../../catalogue.js'
import { cataloguePair, modelPairs, orderOf, same, show, without } from '../pairs.js'
import { rulesOver } from './row.js'

/** What happens to models as a whole. */
export const modelRules = [
  ...rulesOver(cataloguePair, [
    {
      id: 'removed-model',
      severity: 'breaking',
      step: 'major',
      summary: 'A model is gone.',
      find: (before, after) => {
        const renamed = new Set(after.models.flatMap((model) => model.renamedFrom ?? []))
        return without(before.models, after.models, ({ id }) => id)
          .filter(({ id }) => !renamed.has(id))
          .map(({ id }) => ({ inside: id, message: 'is removed' }))
      },
    },
    {
      id: 'added-model',
      severity: 'note',
      step: 'minor',
      summary: 'A model is new.',
      find: (before, after) => {
        const renamed = modelPairs(before, after).map((pair) => pair.after)
        return without(after.models, [...before.models, ...renamed], ({ id }) => id).map(
          ({ id, kind, description }) => ({
            inside: id,
            message: `is a new model (${kind}): ${description}`,
          }),
        )
      },
    },
    {
      id: 'reordered-models',
      severity: 'note',
      step: 'patch',
      summary: 'Models stand in another order.',
      find: (before, after) =>
        same(...orderOf(before.models, after.models, ({ id }) => id))
          ? undefined
          : { inside: 'models', message: 'stand in another order' },
    },
  ]),
  ...rulesOver<Model>(modelPairs, [
    {
      id: 'renamed-model',
      severity: 'breaking',
      step: 'major',
      summary: 'A model has another Model ID, and its file says which it had.',
      find: ({ id: from }, { id: to }) =>
        from === to ? undefined : { message: `is the new Model ID of ${from}; replace it in requests`, from, to },
    },
    {
      id: 'changed-earlier-ids',
      severity: 'note',
      step: 'minor',
      summary: 'The Model IDs a model had before changed.',
      find: ({ id: before, renamedFrom: old = [] }, { id, renamedFrom: now = [] }) =>
        before !== id || same(old, now) ? undefined : `was called ${now.join(', ') || 'nothing else'} before`,
    },
    {
      id: 'changed-kind',
      severity: 'breaking',
      step: 'major',
      summary: 'A model makes another kind of result.',
      find: ({ kind: from }, { kind: to }) =>
        from === to ? undefined : { message: `makes ${to} (before: ${from})`, from, to },
    },
    {
      id: 'changed-price',
      severity: 'advice',
      step: 'minor',
      summary: 'A model costs something else, or from another day on.',
      find: ({ price: from }, { price: to }) =>
        same(from, to)
          ? undefined
          : 'unknown' in to
            ? 'has no price any more'
            : { message: `has ${'unknown' in from ? 'a price' : 'another price'}` },
    },
    {
      id: 'changed-quantity',
      severity: 'advice',
      step: 'minor',
      summary: 'A parameter counts something else, so that a task may cost something else.',
      find: ({ parameters: old }, { parameters: now }) =>
        now.flatMap(({ name, quantity: to = 'what its name says' }) => {
          const before = old.find((parameter) => parameter.name === name)
          const from = before?.quantity ?? 'what its name says'
          return before === undefined || from === to
            ? []
            : [{ inside: `.${name}`, message: `counts ${to} now (before: ${from})`, from, to }]
        }),
    },
    {
      id: 'changed-identifier',
      severity: 'breaking',
      step: 'major',
      summary: 'The identifier of a model in programming languages changed.',
      find: ({ codegenName: from }, { codegenName: to }) =>
        from === to ? undefined : { message: `is called ${to} in programs (before: ${from})`, from, to },
    },
    {
      id: 'model-became-unavailable',
      severity: 'breaking',
      step: 'major',
      summary: 'A model can no longer be invoked.',
      find: ({ availability: old }, { availability: now }) =>
        old.status === 'available' && now.status === 'unavailable'
          ? `can no longer be invoked: ${now.reason}`
          : undefined,
    },
    {
      id: 'model-became-available',
      severity: 'note',
      step: 'minor',
      summary: 'A model can be invoked now.',
      find: ({ availability: old }, { availability: now }) =>
        old.status === 'unavailable' && now.status === 'available' ? 'can be invoked now' : undefined,
    },
    {
      id: 'changed-reason',
      severity: 'advice',
      step: 'minor',
      summary: 'A model cannot be invoked for another reason.',
      find: ({ availability: old }, { availability: now }) =>
        old.status === 'unavailable' && now.status === 'unavailable' && old.reason !== now.reason
          ? {
              message: `cannot be invoked because of ${now.reason} (before: ${old.reason})`,
              from: old.reason,
              to: now.reason,
            }
          : undefined,
    },
    {
      id: 'changed-listing',
      severity: 'advice',
      step: 'minor',
      summary: 'A model came onto the published list, or left it.',
      find: (old, now) =>
        old.listed === now.listed
          ? undefined
          : now.listed
            ? 'is on the published list now'
            : 'is no longer on the published list',
    },
    {
      id: 'changed-display-name',
      severity: 'advice',
      step: 'minor',
      summary: 'A display name changed.',
      find: (old, now) => {
        const [from, to] = [old, now].map(({ displayName }) => (typeof displayName === 'string' ? displayName : null))
        return from === to
          ? undefined
          : { message: `has the display name ${show(to)} (before: ${show(from)})`, from: from ?? null, to: to ?? null }
      },
    },
    {
      id: 'gained-reference',
      severity: 'breaking',
      step: 'major',
      summary: 'A model that accepted any parameter has a parameter table now, so its requests are checked.',
      find: (old, now) =>
        !old.reference && now.reference ? 'has a parameter table now: its requests are checked' : undefined,
    },
    {
      id: 'lost-reference',
      severity: 'danger',
      step: 'minor',
      summary: 'A model has no parameter table any more, so nothing about its requests is checked.',
      find: (old, now) =>
        old.reference && !now.reference
          ? 'has no parameter table any more: its requests are no longer checked'
          : undefined,
    },
    {
      id: 'removed-asset-library',
      severity: 'breaking',
      step: 'major',
      summary: 'A model no longer takes asset IDs.',
      find: (old, now) =>
        old.assetLibrary === true && now.assetLibrary !== true ? 'no longer takes asset IDs' : undefined,
    },
    {
      id: 'changed-asset-library',
      severity: 'note',
      step: 'minor',
      summary: 'It became known, or unknown, whether a model takes asset IDs.',
      find: (old, now) =>
        old.assetLibrary === true || same(old.assetLibrary, now.assetLibrary)
          ? undefined
          : now.assetLibrary === true
            ? 'takes asset IDs now'
            : now.assetLibrary === false
              ? 'is known to take no asset IDs'
              : 'is not known to take asset IDs or not',
    },
    {
      id: 'removed-response-extra',
      severity: 'breaking',
      step: 'major',
      summary: 'A model no longer answers a response field.',
      find: (old, now) =>
        without(old.responseExtras, now.responseExtras, (name) => name).map((name) => `no longer answers ${name}`),
    },
    {
      id: 'added-response-extra',
      severity: 'note',
      step: 'minor',
      summary: 'A model answers one more response field.',
      find: (old, now) =>
        without(now.responseExtras, old.responseExtras, (name) => name).map((name) => `answers ${name} too`),
    },
    {
      id: 'reordered-parameters',
      severity: 'note',
      step: 'patch',
      summary: 'Parameters stand in another order.',
      find: (old, now) =>
        same(...orderOf(old.parameters, now.parameters, ({ name }) => name))
          ? undefined
          : 'lists its parameters in another order',
    },
    {
      id: 'reordered-rules',
      severity: 'note',
      step: 'patch',
      summary: 'Rules stand in another order.',
      find: (old, now) =>
        same(...orderOf(old.rules, now.rules, ({ id }) => id)) ? undefined : 'lists its rules in another order',
    },
  ]),
]
