import { oneTraceContract } from './contracts/one-trace.js'

oneTraceContract(async () => ({}))
