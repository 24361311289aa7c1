import type { Model } from '@model-tasks/spec/catalogue'
import type { Texts } from '../texts/en.js'
import { facetsOf, labelsOf, type Facet } from './facets.js'

/** One thing in which two models differ; undefined where a model does not have it. */
export interface Difference {
  label: string
  mono: boolean
  here: string | undefined
  there: string | undefined
}
export interface Sibling {
  model: Model
  differences: Difference[]
}

/** The facets of models, which are compared with each other again and again. */
const known = new WeakMap<Texts, WeakMap<Model, Map<string, Facet>>>()

const facetsByLabel = (model: Model, texts: Texts): Map<string, Facet> => {
  const ofTexts = known.get(texts) ?? new WeakMap<Model, Map<string, Facet>>()
  const facets = ofTexts.get(model) ?? new Map(facetsOf(model, texts).map((facet) => [facet.label, facet]))
  known.set(texts, ofTexts.set(model, facets))
  return facets
}

/** What two models differ in: parameters first, in the order of the first one's table, then limits, tokens and rules. */
export const differencesBetween = (model: Model, other: Model, texts: Texts): Difference[] => {
  const ours = facetsByLabel(model, texts)
  const theirs = facetsByLabel(other, texts)
  return labelsOf([...ours.values(), ...theirs.values()]).flatMap((label): Difference[] => {
    const here = ours.get(label)
    const there = theirs.get(label)
    return here?.key === there?.key
      ? []
      : [{ label, mono: (here ?? there)?.mono === true, here: here?.text, there: there?.text }]
  })
}

/** The models most like this one, nearest first: same kind of output, most alike. The nearest is always among them. */
export const siblingsOf = (model: Model, models: Model[], texts: Texts, count = 3): Sibling[] =>
  models
    .filter((other) => other.id !== model.id && other.kind === model.kind && other.reference)
    .map((other) => ({ model: other, differences: differencesBetween(model, other, texts) }))
    .sort(
      (left, right) => left.differences.length - right.differences.length || (left.model.id < right.model.id ? -1 : 1),
    )
    .filter(
      ({ model: other, differences }, place) =>
        place === 0 ||
        differences.length <= Math.max(5, Math.max(model.parameters.length, other.parameters.length) / 2),
    )
    .slice(0, count)
