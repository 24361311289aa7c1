import type { MediaLimit, Model, Parameter, Source } from '../../catalogue.js'
import type { Shared } from '../../file.js'
import type { Conditions } from '../../measures/conditions.js'
import { factorsOf, type PriceLine } from '../../measures/price.js'
import { ratesOf } from '../../measures/price-tables.js'
import { sourceText } from '../../source-text.js'
import { exampleTask } from '../openapi/answer-examples.js'
import { limitText, mediaLimitText, typeText } from './limits.js'
import { membersOf } from '../../measures/members.js'
import { fieldName } from '../../measures/places.js'
import { mediaPlaces } from '../../description/media-places.js'
import { conditionalDefaultSentence } from '../../kinds/defaults.js'
import { promptLimitPhrase } from '../../kinds/limits.js'
import { deprecationSentence, optionSentences, upcomingSentence } from '../../sentences.js'
import { code, isUnknown, joined, sentence } from './words.js'

/** What the template of a model's page shows. */
export function modelView(shared: Shared, model: Model): object {
  const example = model.requests.usual.en
  return {
    id: model.id,
    description: model.description,
    facts: modelFacts(model),
    deprecated: model.deprecated === undefined ? false : deprecationSentence(model.deprecated),
    unavailable: model.availability.status === 'unavailable' ? model.availability : false,
    reference: model.reference,
    parameters: model.parameters.map(parameterRow),
    promptLimits: model.parameters
      .flatMap((parameter) => (parameter.kind === 'prompt' ? parameter.limits : []))
      .map((limit) => ({
        rule: limit.rule,
        severity: limit.severity,
        text: promptLimitPhrase(limit).en,
        source: sourceText(limit.source),
      })),
    tokens: model.parameters
      .flatMap((parameter) => (parameter.kind === 'prompt' ? parameter.tokens : []))
      .map((token) => ({ ...token, source: sourceText(token.source) })),
    mediaLimits: mediaRows(model),
    rules: model.rules.map((rule) => ({
      id: rule.id,
      severity: rule.severity,
      message: sentence(rule.message),
      fields: joined(rule.parameters.map(code), 'and'),
      source: sourceText(rule.source),
      valid: rule.examples.valid.map((body) => JSON.stringify(body)),
      invalid: rule.examples.invalid.map((body) => JSON.stringify(body)),
    })),
    prices: priceRows(model),
    notes: notes(model),
    unknowns: unknowns(shared, model),
    request: JSON.stringify(example, null, 2),
    completed: JSON.stringify(exampleTask(model, 'completed', shared), null, 2),
    extras: joined(model.responseExtras.map(code), 'and'),
  }
}

/** The prices of a model, each with a row per rate. */
function priceRows({
  price,
}: Model): { from: string | false; rows: { credits: number; per: string; when: string }[]; source: string }[] {
  if (isUnknown(price)) return []
  return price.map(({ from, lines, tiers = [], source }) => ({
    from: from ?? false,
    source: sourceText(source),
    rows: [
      ...tiers.flatMap((tier) => tier.lines.flatMap((line) => rateRows(line, [conditionWords(tier.when)]))),
      ...lines.flatMap((line) => rateRows(line, tiers.length === 0 ? [] : ['otherwise'])),
    ],
  }))
}

function rateRows(line: PriceLine, before: string[]): { credits: number; per: string; when: string }[] {
  const per = factorsOf(line).map(({ of, every, round, beyond, atLeast, otherwise }) =>
    [
      every === undefined || every === 1 ? of : `${every} ${of}`,
      round === undefined ? '' : 'begun',
      beyond === undefined ? '' : `beyond ${beyond}`,
      atLeast === undefined ? '' : `at least ${atLeast}`,
      otherwise === undefined ? '' : `${otherwise} where not stated`,
    ]
      .filter((words) => words !== '')
      .join(', '),
  )
  return ratesOf(line).map(({ values, credits }) => ({
    credits,
    per: per.length === 0 ? 'task' : per.join(' × '),
    when: [
      ...before,
      ...(line.when === undefined ? [] : [conditionWords(line.when)]),
      ...values.map(([name, value]) => (value === '*' ? `any other ${code(name)}` : `${code(name)} ${value}`)),
    ].join(', '),
  }))
}

function conditionWords(when: Conditions): string {
  return Object.entries(when)
    .map(([name, condition]) => {
      if (typeof condition !== 'object') return `${code(name)} ${String(condition)}`
      const bounds: { min?: number; max?: number } | readonly unknown[] = condition
      if ('length' in bounds) return `${code(name)} ${bounds.map(String).join(' or ')}`
      return `${code(name)} ${[bounds.min === undefined ? '' : `at least ${bounds.min}`, bounds.max === undefined ? '' : `at most ${bounds.max}`].filter((words) => words !== '').join(' and ')}`
    })
    .join(', ')
}

/** The facts of a model as rows of a small table, each with the place that states it. */
function modelFacts({
  kind,
  displayName,
  listed,
  reference,
  availability,
  assetLibrary,
  responseExtras,
  source,
  sources,
}: Model): { name: string; value: string; source: string }[] {
  const assets = isUnknown(assetLibrary)
    ? reference
      ? 'not stated: URLs only'
      : 'not shown'
    : assetLibrary
      ? 'supported'
      : 'not supported: URLs only'
  const rows: [name: string, value: string, source: Source][] = [
    ['Kind', kind, source],
    [
      'Display name',
      isUnknown(displayName) ? 'not shown' : `${displayName} (never sent as \`model\`)`,
      sources.displayName,
    ],
    ['Published list', listed ? 'listed' : 'not listed', sources.listed],
    ['Parameter table', reference ? 'yes' : 'none', source],
    [
      'Availability',
      availability.status === 'available'
        ? availability.inferred
          ? 'available (inferred: the interface marks one other model as unavailable)'
          : 'available'
        : `unavailable: \`${availability.reason}\``,
      sources.availability,
    ],
    ['Asset library', assets, sources.assetLibrary],
    [
      'Extra response fields',
      responseExtras.length === 0 ? 'none' : joined(responseExtras.map(code), 'and'),
      sources.responseExtras,
    ],
  ]
  return rows.map(([name, value, place]) => ({ name, value, source: sourceText(place) }))
}

function parameterRow(parameter: Parameter): object {
  return {
    name: parameter.name,
    type: typeText(parameter),
    required: parameter.required ? 'yes' : 'no',
    limit: limitText(parameter),
    default: 'default' in parameter && parameter.default !== undefined ? code(parameter.default) : '',
    description: [
      parameter.description,
      ...(parameter.deprecated === undefined ? [] : [`**Deprecated.** ${deprecationSentence(parameter.deprecated)}`]),
      ...optionSentences(parameter),
      ...(parameter.defaults === undefined ? [] : [conditionalDefaultSentence(parameter)?.en ?? '']),
      ...(parameter.upcoming ?? []).map(upcomingSentence),
      ...(parameter.renamedFrom === undefined
        ? []
        : [`Named ${joined(parameter.renamedFrom.map(code), 'and')} before.`]),
      ...memberDescriptions(parameter),
    ].join(' '),
    source: sourceText(parameter.source),
  }
}

/** What the members of objects are for, each by its path: `box.left`. */
function memberDescriptions(parameter: Parameter, prefix = ''): string[] {
  if (parameter.kind === 'list') return memberDescriptions(parameter.items, prefix)
  if (parameter.kind === 'map') return memberDescriptions(parameter.values, prefix)
  return membersOf(parameter).flatMap((member) => {
    const path = `${prefix}${member.name}`
    return [...memberWords(path, member), ...memberDescriptions(member, `${path}.`)]
  })
}

/** What one member is for, and what it is when it is left out. */
function memberWords(path: string, member: Parameter): string[] {
  const value = 'default' in member ? member.default : undefined
  const words = [
    member.description,
    ...optionSentences(member),
    value === undefined ? '' : `Default: ${code(value)}.`,
  ].filter((each) => each !== '')
  return words.length === 0 ? [] : [`${code(path)}: ${words.join(' ')}`]
}

/** Media limits, one row for all parameters that have the same one. */
function mediaRows(model: Model): object[] {
  const rows = new Map<string, { names: string[]; limit: MediaLimit }>()
  for (const { path, limits } of mediaPlaces(model)) {
    for (const limit of limits) {
      const key = JSON.stringify(limit)
      const row = rows.get(key) ?? { names: [], limit }
      row.names.push(fieldName(path))
      rows.set(key, row)
    }
  }
  return [...rows.values()].map(({ names, limit }) => ({
    parameters: names.map(code).join(', '),
    rule: limit.rule,
    severity: limit.severity,
    ...mediaLimitText(limit),
    source: sourceText(limit.source),
  }))
}

function notes(model: Model): { text: string; source: string }[] {
  const own = model.notes.map((note) => ({ text: note.text, source: sourceText(note.source) }))
  const ofParameters = model.parameters.flatMap((parameter) =>
    parameter.notes.map((note) => ({ text: `${code(parameter.name)}: ${note.text}`, source: sourceText(note.source) })),
  )
  return [...own, ...ofParameters]
}

/** What stays open about this model, each matter once: its own facts, then those that the list of unknowns tells of its section. */
function unknowns(shared: Shared, model: Model): string[] {
  const open: string[] = []
  if (!model.reference) open.push('Its parameters.')
  if (isUnknown(model.displayName)) open.push('Its display name.')
  if (isUnknown(model.assetLibrary)) open.push('Whether it supports the asset library.')
  const ofParameters = model.parameters.map((parameter) => ({ name: parameter.name, open: openIn(parameter) }))
  const told = new Set(ofParameters.filter(({ open }) => open.length > 0).map(({ name }) => name))
  const listed = shared.unknowns.filter(
    ({ source: { section, item } }) => section === model.id && !told.has(String(item)),
  )
  return [
    ...new Set([
      ...open,
      ...ofParameters.flatMap((parameter) => parameter.open),
      ...listed.map((fact) => sentence(fact.topic)),
    ]),
  ]
}

function openIn(parameter: Parameter): string[] {
  if (parameter.kind === 'string' && parameter.values) return [`Which values ${code(parameter.name)} takes.`]
  if (parameter.kind === 'array') return [`What an item of ${code(parameter.name)} looks like.`]
  if (parameter.kind !== 'media') return []
  return parameter.limits.flatMap(({ quote }) =>
    quote === undefined ? [] : [`The unit of “${quote}” for ${code(parameter.name)}.`],
  )
}
