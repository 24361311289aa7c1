// What only a call that meets a failure needs: loaded, as one file, when it does.
export { incomplete } from '../errors/incomplete.js'
export { describe, describeFailed, describeUnknown } from '../errors/words.js'
export { meetFault } from '../wait/faults.js'
