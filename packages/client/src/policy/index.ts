export { addressOf } from './address.js'
export { createAnswer, parseJson, requestIdOf, type Answer } from './answer.js'
export { contentType as contentTypeOf, wrongBeginning, wrongType } from './content-type.js'
export { backoff } from './backoff.js'
export { innermostMessage } from './classify.js'
export { systemClock, type Clock } from './clock.js'
export { fileUrl, type FileUrl } from './file-url.js'
export { findIdentifiers, type Found } from './found.js'
export { afterAttempts, isConclusive } from './again.js'
export { outcomeOfAnswer } from './found-outcome.js'
export {
  maySendAgain,
  notSent,
  outcomeOfFailure,
  type Accepted,
  type MayExist,
  type NotSent,
  type Outcome,
  type Rejected,
} from './outcome.js'
export { queryVerdict } from './query-verdict.js'
export { readText } from './read-text.js'
export { recordShapes, type ShapeRecording } from './record-shapes.js'
export { redact } from './redact.js'
export { fallbackOf, type TaskFallback } from './fallback.js'
export { queuePlaceOf, type QueuePlace } from './queue-place.js'
export { numbered, resultLocations, taskOfFile } from './result-files.js'
export { resultExtension, resultFields, resultLocation } from './result.js'
export { maxRetryAfter, readRetryAfter, type RetryAfter } from './retry-after.js'
export { Scope, Stopped, type StopReason } from './scope.js'
export { strip } from './strip.js'
