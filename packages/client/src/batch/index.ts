export { Budget, type Settle, type Spent } from './budget.js'
export { runAll, type RunAllOptions } from './run-all.js'
export { fileName, saveAll, type SaveAllOptions, type Saved } from './save-all.js'
export { type Batch, type BatchRequest, type BatchResult, type BatchSummary } from './summary.js'
