export {
  startFaultServer,
  type FaultServer,
  type FaultServerOptions,
  type ReceivedRequest,
  type Route,
} from './fault-server.js'
export * as faults from './faults.js'
export type { Fault, FaultExchange } from './faults.js'
export { recordExchanges, type Recorder } from './record.js'
export type { Exchange, Recording } from './recording.js'
export { replayExchanges } from './replay.js'
export type { Step, WireTask } from './fake-task-store.js'
export { createTestClock, type TestClock } from './test-clock.js'
