export { withReferences } from './find.js'
export { inspectFiles } from './inspect.js'
export { sendFiles } from './send.js'
