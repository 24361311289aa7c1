import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    root: new URL('..', import.meta.url).pathname,
    include: ['packages/*/test/**/*.test.ts', 'generator/test/**/*.test.ts', 'test/**/*.test.ts'],
    exclude: ['**/node_modules/**', '**/dist/**', 'test/consumers/**', 'test/runtimes/**', 'test/bench/**'],
    pool: 'forks',
    // Many tests wait for processes of their own: leaving a core free would leave it idle.
    maxWorkers: availableParallelism(),
    testTimeout: 20_000,
    hookTimeout: 60_000,
  },
})
