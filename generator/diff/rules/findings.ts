import type { Catalogue, FindingKind, Model, Rule } from '../../catalogue.js'
import { cataloguePair, modelPairs, pairsOf, rulePairs, same, without, type Pair } from '../pairs.js'
import { rejectsMore } from '../rejects-more.js'
import { rulesOver, type Row } from './row.js'

/** Cross-field rules that a model got or lost. */
const ofModels = rulesOver<Model>(modelPairs, [
  {
    id: 'added-rule',
    severity: 'breaking',
    step: 'major',
    summary: 'A new rule rejects requests.',
    find: (old, now) => (old.reference ? addedRules(old, now, 'error') : undefined),
  },
  {
    id: 'added-advice',
    severity: 'advice',
    step: 'minor',
    summary: 'A new rule advises.',
    find: (old, now) => addedRules(old, now, 'advice'),
  },
  {
    id: 'removed-rule',
    severity: 'note',
    step: 'minor',
    summary: 'A rule is gone.',
    find: (old, now) =>
      without(old.rules, now.rules, ({ id }) => id).map(({ id, message }) => ({
        inside: ` ${id}`,
        message: `no longer applies: ${message}`,
      })),
  },
])

function addedRules(old: Model, now: Model, wanted: Rule['severity']): { inside: string; message: string }[] {
  return without(now.rules, old.rules, ({ id }) => id)
    .filter(({ severity }) => severity === wanted)
    .map(({ id, message }) => ({
      inside: ` ${id}`,
      message: `is ${wanted === 'error' ? 'a new rule' : 'new advice'}: ${message}`,
    }))
}

/** A rule of a model or a general one went from advice to error, or back. */
function severityRows(what: 'rule' | 'finding'): Row<Pick<Rule, 'severity'>>[] {
  return [
    {
      id: `raised-${what}`,
      severity: 'breaking',
      step: 'major',
      summary: `A ${what} that advised rejects requests now.`,
      find: (old, now) =>
        old.severity === 'advice' && now.severity === 'error' ? 'is an error now (before: advice)' : undefined,
    },
    {
      id: `lowered-${what}`,
      severity: 'note',
      step: 'minor',
      summary: `A ${what} that rejected requests only advises now.`,
      find: (old, now) =>
        old.severity === 'error' && now.severity === 'advice' ? 'is advice now (before: an error)' : undefined,
    },
  ]
}

const ofRules = rulesOver<Rule>(rulePairs, [
  ...severityRows('rule'),
  {
    id: 'changed-rule-examples',
    severity: 'note',
    step: 'patch',
    summary: 'The examples of a rule changed.',
    find: (old, now) => (same(old.examples, now.examples) ? undefined : 'has other examples'),
  },
])

/** A rule with the model whose requests it is about. */
interface RuleOfModel {
  rule: Rule
  model: Model
}

const rulesInModels = (before: Catalogue, after: Catalogue): Pair<RuleOfModel>[] =>
  modelPairs(before, after).flatMap((models) =>
    pairsOf(models.before.rules, models.after.rules, ({ id }) => `${models.subject} ${id}`).map((pair) => ({
      subject: pair.subject,
      before: { rule: pair.before, model: models.before },
      after: { rule: pair.after, model: models.after },
    })),
  )

const ofConditions = rulesOver<RuleOfModel>(rulesInModels, [
  {
    id: 'changed-rule',
    severity: 'breaking',
    step: 'major',
    summary: 'The condition of a rule changed: it may reject what it let pass.',
    find: ({ rule: old, model }, { rule: now }) => {
      if (same([old.schema, old.parameters], [now.schema, now.parameters])) return undefined
      const change = { from: old.schema, to: now.schema }
      // Advice rejects nothing, regardless of its condition.
      if (now.severity === 'advice')
        return { ...change, message: `has another condition: ${now.message}`, severity: 'advice', step: 'minor' }
      return rejectsMore(old, now, model) === false
        ? { ...change, message: `rejects nothing that it let pass: ${now.message}`, severity: 'note', step: 'minor' }
        : { ...change, message: `has another condition: ${now.message}` }
    },
  },
])

const findingPairs = (before: Catalogue, after: Catalogue) => {
  // Catalogues before 0.2.0 did not say what becomes of announcements; it was the same.
  const isSaid = before.findings.some(({ becomes }) => becomes !== undefined)
  const saying = after.findings.map(({ becomes, ...finding }) =>
    isSaid && becomes !== undefined ? { ...finding, becomes } : finding,
  )
  return pairsOf(before.findings, saying, ({ rule }) => rule)
}

const ofFindings = [
  ...rulesOver<FindingKind>(findingPairs, [
    ...severityRows('finding'),
    {
      id: 'changed-portability',
      severity: 'note',
      step: 'patch',
      summary: 'Whether plain JSON Schema enforces a finding changed.',
      find: (old, now) =>
        old.portable === now.portable
          ? undefined
          : now.portable
            ? 'is enforced by plain JSON Schema now'
            : 'is no longer enforced by plain JSON Schema',
    },
    {
      id: 'changed-announcement',
      severity: 'breaking',
      step: 'major',
      summary: 'What a finding becomes on a date that it names changed: it may reject what it advised on.',
      find: ({ becomes: old }, { becomes: now }) =>
        same(old ?? null, now ?? null)
          ? undefined
          : now === undefined
            ? { message: 'announces nothing any more', severity: 'note', step: 'minor' }
            : `becomes ${now.rule} on the date that ${now.on} names`,
    },
  ]),
  ...rulesOver(cataloguePair, [
    {
      id: 'added-finding',
      severity: 'note',
      step: 'minor',
      summary: 'A kind of finding is new.',
      find: (old, now) =>
        without(now.findings, old.findings, ({ rule }) => rule).map(({ rule, summary }) => ({
          inside: rule,
          message: `is a new kind of finding: ${summary}`,
        })),
    },
    {
      id: 'removed-finding',
      severity: 'danger',
      step: 'minor',
      summary: 'A kind of finding is gone.',
      find: (old, now) =>
        without(old.findings, now.findings, ({ rule }) => rule).map(({ rule }) => ({
          inside: rule,
          message: 'is no longer a kind of finding',
        })),
    },
    {
      id: 'changed-text-classes',
      severity: 'breaking',
      step: 'major',
      summary:
        'What counts as a Han character, a Latin letter, a space or a blank changed, and with it what prompt limits count and media references may hold.',
      find: (old, now) =>
        (['han', 'latin', 'space', 'blank'] as const).flatMap((name) =>
          same(old.text[name], now.text[name]) ? [] : [{ inside: `text.${name}`, message: 'holds other characters' }],
        ),
    },
  ]),
]

/** What happens to rules of models, and to the findings that any model's request can have. */
export const findingRules = [...ofModels, ...ofRules, ...ofConditions, ...ofFindings]
