export { createProxy, type ProxyHandler } from './create-proxy.js'
export type { Budget, ProxySettings } from './settings.js'
export { memorySpending, type Reservation, type SpendingStore } from './spending.js'
