import type { RenderPlan } from '../plan.js'

/** The description in the metadata of the file: the model, the seed and every fact of the picture, one per line. */
export function describePlan(plan: RenderPlan): string {
  return [`model: ${plan.model}`, ...plan.facts.map((fact) => `${fact.label}: ${fact.value}`)].join('\n')
}
