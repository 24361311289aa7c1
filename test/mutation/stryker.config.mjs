// `npm run mutation [-- client|validation] [files…]`: which changes of the sources the tests do not see. Not part of the gate.
const folder = process.env.MODEL_TASKS_MUTATION ?? 'client'
const sources = {
  client: ['policy', 'submit', 'wait', 'transport', 'journal', 'errors', 'call', 'service', 'task'].map(
    (part) => `packages/client/src/${part}/**/*.ts`,
  ),
  validation: ['packages/validation/src/**/*.ts'],
}

export default {
  mutate: sources[folder],
  plugins: ['@stryker-mutator/vitest-runner'],
  testRunner: 'vitest',
  vitest: { configFile: 'test/mutation/vitest.config.ts', related: false },
  // Log messages and words of errors are read by people; the tests of the promises need not repeat each of them.
  mutator: { excludedMutations: ['StringLiteral'] },
  incremental: true,
  incrementalFile: `test/mutation/.cache/${folder}.json`,
  tempDirName: '.stryker-tmp',
  ignorePatterns: ['/reports', '/data', '/generated/site', '**/.cache'],
  concurrency: Number(process.env.MODEL_TASKS_MUTATION_CONCURRENCY ?? 2),
  timeoutMS: 20_000,
  reporters: ['clear-text', 'progress'],
  clearTextReporter: { allowColor: false, logTests: false },
  thresholds: { high: 95, low: 90, break: 90 },
}
