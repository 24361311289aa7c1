export { cost, type CostOptions } from './cost.js'
export type { Cost, CostInput, CostLine, CostParameters } from '@model-tasks/spec'
