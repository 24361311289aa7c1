export { exitCodes, type Exit } from './exit-codes.js'
