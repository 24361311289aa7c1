export { startService, type RunningService, type ServiceParts } from './start.js'
export { defaultSettings, upstreamLimits, type S3Settings, type Settings, type Upstream } from './settings/settings.js'
export { readSettings } from './settings/environment.js'
export { SettingsError } from './settings/settings-error.js'
export type { Clock } from './clock.js'
export type { Log } from './log.js'
export type { Price, Prices } from './money/price.js'
export type {
  Follow,
  ProducedFile,
  Provider,
  ProviderOutcome,
  ProviderSubmission,
  ProviderTask,
} from './provider/provider.js'
