export { Budget, type Settle, type Spent } from './budget.js'
export { runAll, type BatchContext, type RunAllOptions } from './run-all.js'
export { fileName, saveAll, type SaveAllOptions, type Saved } from './save-all.js'
export { type Batch, type BatchRequest, type BatchResult, type BatchSummary } from './summary.js'
export { otherAccount } from '../ledger/continue.js'
export {
  scopeOf,
  type BatchLedger,
  type Ledger,
  type LedgerContent,
  type LedgerEntry,
  type LineState,
  type OpenLedger,
} from '../ledger/ledger.js'
export { beginLine, followLine, type PlannedLine } from '../ledger/line.js'
export { isSubmit, spentOn, stepOf, type Retry, type Step } from '../ledger/step.js'
