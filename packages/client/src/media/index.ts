export type { MediaFacts } from './facts.js'
export { preflight, type Preflight, type PreflightOptions } from './preflight.js'
export { privateHost, type HostKind } from './private-host.js'
export { probeFile, probeUrl, type ProbeOptions } from './probe.js'
