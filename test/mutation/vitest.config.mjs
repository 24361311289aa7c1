import { settings } from '../vitest.settings.ts'
import { areas } from './areas.mjs'

const area = process.env.MODEL_TASKS_MUTATION ?? 'policy'
export default {
  ...settings,
  // A change that lets a test wait forever shall not cost minutes.
  test: { ...settings.test, include: areas[area].tests, testTimeout: 20_000, hookTimeout: 20_000, maxWorkers: 1 },
}
