import { describe, afterAll } from 'vitest'
import { closeSite } from './site-harness.js'
afterAll(closeSite)
describe('tree', async () => void (await import('./tree.js')))
