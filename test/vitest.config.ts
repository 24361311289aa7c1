import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** The long ones first: started last, one of them would keep a core busy while the others are idle. */
const longest = [
  'test/readme/',
  'test/browser/',
  'test/faults/',
  'packages/sandbox/test/file',
  'test/e2e/',
  'test/new-model/',
]

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification): number => {
      const place = longest.findIndex((folder) => moduleId.includes(folder))
      return place === -1 ? longest.length : place
    }
    return (await super.sort(files)).sort((left, right) => rank(left) - rank(right))
  }
}

export default defineConfig({
  test: {
    root: new URL('..', import.meta.url).pathname,
    include: ['packages/*/test/**/*.test.ts', 'generator/test/**/*.test.ts', 'test/**/*.test.ts'],
    exclude: ['**/node_modules/**', '**/dist/**', 'test/consumers/**', 'test/runtimes/**', 'test/bench/**'],
    pool: 'forks',
    // Many tests wait for processes of their own, some for a lease of theirs to run out: twice the cores keeps these busy.
    maxWorkers: 2 * availableParallelism(),
    sequence: { sequencer: LongestFirst },
    testTimeout: 20_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 10_000 } },
  },
})
