import { defineConfig, mergeConfig } from 'vitest/config'
import { settings } from './vitest.settings.js'

/**
 * Tests of what computes and keeps nothing: their files share the modules that a process has loaded. With modules of its
 * own for each file, a quarter of their processor time was spent on loading the same ones again.
 */
const pure = ['generator/test/**/*.test.ts', 'packages/validation/test/**/*.test.ts', 'test/vectors/**/*.test.ts']
const all = ['packages/*/test/**/*.test.ts', 'generator/test/**/*.test.ts', 'test/**/*.test.ts']
const notHere = [
  '**/node_modules/**',
  '**/dist/**',
  'test/consumers/**',
  'test/runtimes/**',
  'test/bench/**',
  // The README's own commands, in a copy of the checkout: npm run test:readme.
  'test/readme/**',
  '**/.stryker-tmp/**',
]

export default mergeConfig(
  settings,
  defineConfig({
    test: {
      projects: [
        { extends: true, test: { name: 'pure', include: pure, exclude: notHere, isolate: false } },
        { extends: true, test: { name: 'rest', include: all, exclude: [...notHere, ...pure] } },
      ],
    },
  }),
)
