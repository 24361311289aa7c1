// Loaded before anything is sent, the wait with it: once a task is paid for, nothing is left to load that could fail.
export { prepare } from './prepare.js'
export { submit } from './submit.js'
export { wait } from '../wait/wait.js'
