import { availableParallelism } from 'node:os'
import { defineConfig, mergeConfig } from 'vitest/config'
import { replacing, settings, system, temporaryFiles } from './vitest.settings.js'

/**
 * Files with modules of their own: those that replace one or ask which are loaded. All others share the
 * modules that a process has loaded: with modules of its own for each file, a third of their processor time was spent on
 * loading the same ones again.
 */
const apart = [...replacing, 'packages/service/test/loaded.test.ts']
const all = ['packages/*/test/**/*.test.ts', 'generator/test/**/*.test.ts', 'test/**/*.test.ts']
const notHere = [
  '**/node_modules/**',
  '**/dist/**',
  'test/consumers/**',
  'test/runtimes/**',
  'test/bench/**',
  // The README's own commands, in a copy of the checkout: npm run test:readme.
  'test/readme/**',
  // On a store that Debian packages: node test/consumers/run.mjs OpenStack.
  'test/swift/**',
  '**/.stryker-tmp/**',
]

export default mergeConfig(
  settings,
  defineConfig({
    test: {
      projects: [
        {
          extends: true,
          test: {
            name: 'together',
            include: all,
            exclude: [...notHere, system, ...apart],
            isolate: false,
            env: temporaryFiles,
          },
        },
        { extends: true, test: { name: 'apart', include: apart, exclude: notHere, env: temporaryFiles } },
        // They wait for other processes, some for a lease of theirs to run out: twice the cores keeps these busy. Where both run,
        // they come last.
        {
          extends: true,
          test: {
            name: 'system',
            include: [system],
            exclude: notHere,
            isolate: false,
            env: temporaryFiles,
            maxWorkers: 2 * availableParallelism(),
            sequence: { groupOrder: 1 },
          },
        },
      ],
    },
  }),
)
