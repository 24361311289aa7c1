export { httpHandler, type HttpHandler } from './http.js'
export { serverFactory } from './server.js'
export type { ServerSettings } from './settings.js'
