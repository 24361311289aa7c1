import { settings } from '../vitest.settings.ts'

/** One guard that is taken out of the source of a file while its test runs: see run.mjs. */
const { file, guard, without } = JSON.parse(process.env['MODEL_TASKS_GUARD'] ?? '{"file":"","guard":"","without":""}')

export default {
  ...settings,
  plugins: [
    {
      name: 'guard',
      enforce: 'pre',
      transform: (code, id) =>
        file !== '' && id.endsWith(`/${file}`) ? code.replace(guard, () => without) : undefined,
    },
  ],
  test: {
    ...settings.test,
    include: ['packages/*/test/**/*.test.ts', 'generator/test/**/*.test.ts', 'test/**/*.test.ts'],
    testTimeout: 20_000,
    hookTimeout: 20_000,
    expect: { poll: { timeout: 10_000 } },
    maxWorkers: 1,
  },
}
