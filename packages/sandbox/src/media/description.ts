import type { RenderPlan } from '../plan.js'

/** What the file says of itself in its metadata: model, seed and every fact of the picture, one a line. */
export function describePlan(plan: RenderPlan): string {
  return [`model: ${plan.model}`, ...plan.facts.map((fact) => `${fact.label}: ${fact.value}`)].join('\n')
}
