export { exitCodes, type Exit, type Milestone } from './failure/exit-codes.js'
