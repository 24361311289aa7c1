import { createHash } from 'node:crypto'
import { readFileSync, statfsSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { ViteUserConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/**
 * The system tests, which `npm run test:system` runs and `npm test` leaves out. A file is one when its tests drive a browser or a
 * shell, kill, freeze or restart services, run replicas, a bucket or everything on PostgreSQL, fill a disk, render or decode media,
 * compile or install whole programs, make everything again (the generator, the docs site), or run a benchmark, a load, hostile
 * clients or a fuzzer: when they take long for what they show, two seconds or more, and rarely fail for an edit.
 * All else is for `npm test`, which has 90 seconds.
 */
export const system = '**/*.system.test.ts'

/**
 * The long ones first, as long as they took in the gate: started last, one of them would keep a core busy while the others are idle.
 * Else Vitest begins with the largest files, and some of the long ones are a few lines.
 */
export const longest = [
  'test/browser/site',
  'service/test/restored-tasks',
  'test/simulation/',
  'service/test/prove',
  'test/faults/upstreams',
  'test/foreign/',
  'test/faults/',
  'mcp/test/mcp.system',
  'generator/test/command',
  'service/test/postgres-',
  'test/e2e/events',
  'test/react/',
  'test/new-model/',
  'test/browser/',
  'service/test/fuzz/hostile',
  'site/test/content-samples',
  'generator/test/import/',
  'test/cli/milestones',
  'service/test/s3-service',
  'test/cli/killed-anywhere',
  'service/test/bench-',
  'service/test/gateway-guide',
  'test/e2e/',
  'service/test/standby',
  'generator/test/diff/changes',
  'generator/test/kinds/keywords',
  'service/test/bundle',
  'test/cli/try',
  'generator/test/check/robust',
  'service/test/fuse',
  'service/test/database-left',
]

/** With `--sequence.shuffle` the files are in the order of a seed, like the tests in them. Vitest shuffles none of them beside a sequencer of one's own. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const { shuffle, seed } = this.ctx.config.sequence
    if (shuffle === true) return inOrderOf(seed, files)
    const rank = ({ moduleId }: TestSpecification): number => {
      const place = longest.findIndex((folder) => moduleId.includes(folder))
      return place === -1 ? longest.length : place
    }
    return (await super.sort(files)).sort((left, right) => rank(left) - rank(right))
  }
}

/** The files in an order that follows from the seed and from where each is in the repository. */
function inOrderOf(seed: number, files: readonly TestSpecification[]): TestSpecification[] {
  const place = ({ moduleId, project }: TestSpecification): string =>
    createHash('sha256')
      .update(`${seed} ${relative(project.config.root, moduleId)}`)
      .digest('hex')
  return files.toSorted((left, right) => (place(left) < place(right) ? -1 : 1))
}

// Tests import the packages' sources, so that none of them runs what an earlier build left. What a test starts as a
// process of its own is the build, which `npm test` renews first.
const resolve = { conditions: ['source', 'node', 'development|production'] }

/** Files of tests that replace a module, for themselves alone. */
export const replacing = [
  ...['failures-missing', 'send-again-missing', 'time-of-day'].map((name) => `packages/client/test/${name}.test.ts`),
  'test/cli/lock.test.ts',
]

/**
 * Where temporary files lie: in memory, where this machine has room for that. SQLite waits for a disk at every commit, and ext4 takes long
 * to create files where many have just been removed: an eighth of the processor time of system tests went into that. What is kept from
 * run to run stays on the disk. The README's commands, the packages and the consumers are run on a disk.
 */
export const temporaryFiles: Record<string, string> =
  process.env['TMPDIR'] === undefined && isRoomy('/dev/shm') ? { TMPDIR: '/dev/shm', TEST_CACHE: tmpdir() } : {}

/** Whether a folder is in memory, runs programs, and has four gigabytes to spare. */
function isRoomy(folder: string): boolean {
  try {
    const mounts = readFileSync('/proc/mounts', 'utf8').split('\n')
    const [, , type, options] = mounts.find((line) => line.split(' ')[1] === folder)?.split(' ') ?? []
    const { bavail, bsize } = statfsSync(folder)
    return type === 'tmpfs' && options?.split(',').includes('noexec') === false && bavail * bsize > 4 * 1024 ** 3
  } catch {
    return false
  }
}

/** What all runs of tests have in common. */
export const settings = {
  resolve,
  ssr: { resolve },
  test: {
    root: fileURLToPath(new URL('..', import.meta.url)),
    pool: 'forks',
    // Packages that publish their sources under the condition above, which Node cannot load.
    server: { deps: { inline: [/node_modules\/(@ai-sdk|@modelcontextprotocol|ai\/|eventsource)/] } },
    setupFiles: [fileURLToPath(new URL('vitest.setup.ts', import.meta.url))],
    // One more than cores, since tests wait now and then. Each more would load the modules of all packages once more.
    maxWorkers: availableParallelism() + 1,
    sequence: { sequencer: LongestFirst },
    // Bounds for a test that hangs, not for a machine that is busy with something else: no test has a shorter one of its own.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 240_000 } },
  },
} satisfies ViteUserConfig
