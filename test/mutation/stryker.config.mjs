// `npm run mutation [-- <area>]`: which changes of the sources the tests do not see. Not part of the gate.
import { areas } from './areas.mjs'

const area = process.env.MODEL_TASKS_MUTATION ?? 'policy'

export default {
  mutate: areas[area].mutate,
  plugins: ['@stryker-mutator/vitest-runner'],
  testRunner: 'vitest',
  vitest: { configFile: 'test/mutation/vitest.config.mjs', related: false },
  // Log messages and words of errors are read by people; the tests of the promises need not repeat each of them.
  mutator: { excludedMutations: ['StringLiteral'] },
  incremental: true,
  incrementalFile: `test/mutation/.cache/${area}.json`,
  tempDirName: '.stryker-tmp',
  ignorePatterns: ['/reports', '/data', '/generated/site', '/.git', '**/.cache', '**/.stryker-tmp'],
  concurrency: Number(process.env.MODEL_TASKS_MUTATION_CONCURRENCY ?? 2),
  timeoutMS: 20_000,
  reporters: ['clear-text', 'progress-append-only'],
  clearTextReporter: { allowColor: false, logTests: false, reportTests: false },
  thresholds: { high: 95, low: 90, break: 90 },
}
