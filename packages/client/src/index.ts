export type {
  ImageModelId,
  ImageTask,
  InRange,
  InvocableModelId,
  JsonValue,
  ModelId,
  ModelInput,
  ModelParams,
  Task,
  VideoModelId,
  VideoTask,
} from '@model-tasks/spec'
export type { Finding } from '@model-tasks/validation'
export type { Batch, BatchRequest, BatchResult, BatchSummary, RunAllOptions } from './batch/index.js'
export type { Logger } from './call/logger.js'
export type { CallOptions, ClientOptions, FaultEvent, UploadEvent, UploadOptions } from './call/options.js'
export { ModelTasks, type CustomParams, type TaskOf } from './client.js'
export type { Download, DownloadOptions, WholeFile } from './download/index.js'
export * from './errors/index.js'
export type { Input } from './files/input.js'
export { file, type MediaFile } from './files/media-file.js'
export type { IntentEntry, Journal, JournalEntry } from './journal/journal.js'
export type { Resumed, ResumeOptions } from './journal/resume.js'
export type { RunningTask } from './journal/state.js'
export type { RecoverOptions, Unrecovered } from './recovery/recover.js'
export { systemClock, type Clock } from './policy/clock.js'
export type { Found } from './policy/found.js'
export type { EventsFrom } from './service/events.js'
export type {
  Account,
  Asset,
  AssetPage,
  AssetQuery,
  Capabilities,
  CurrentValues,
  ListedModel,
  ListQuery,
  Quote,
  TaskPage,
} from './service/resources.js'
export { TaskHandle, type HandleJson } from './task/handle.js'
export { progressFraction } from './task/task.js'
export type { ApiKey } from './transport/api-key.js'
export type { Hooks, RequestEvent, ResponseEvent, TraceContext } from './transport/observe.js'
export type { TaskEvent } from './webhooks/event.js'
export { responseOf, type ResponseInfo } from './transport/response-info.js'
