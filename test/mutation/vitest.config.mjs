import { fileURLToPath } from 'node:url'
import { BaseSequencer } from 'vitest/node'
import { settings, temporaryFiles } from '../vitest.settings.ts'
import { isMeasured, readTurns, readPlan, stageOf } from './state.mjs'

const { files, ...plan } = readPlan()
const tests = [...plan.tests, ...plan.later]
const asked = isMeasured(stageOf()) ? readTurns().files : stageOf() === 'first' ? plan.tests : plan.later
const instrumented = new Map(files.map(({ name, content }) => [name, content]))
const here = (name) => fileURLToPath(new URL(name, import.meta.url))

/** In the order of the plan: those that are most likely to find a mutant come first. */
class AsPlanned extends BaseSequencer {
  async sort(specifications) {
    const rank = ({ moduleId }) => tests.findIndex((path) => moduleId.endsWith(path))
    return specifications.sort((left, right) => rank(left) - rank(right))
  }
}

export default {
  ...settings,
  plugins: [{ name: 'mutants', enforce: 'pre', load: (id) => instrumented.get(id) }],
  test: {
    ...settings.test,
    include: asked,
    env: temporaryFiles,
    setupFiles: [here('preload.mjs'), ...settings.test.setupFiles],
    runner: here('runner.mjs'),
    // One process that loads everything once: the mutants take turns in it.
    isolate: false,
    maxWorkers: 1,
    reporters: [],
    sequence: { sequencer: AsPlanned },
    hookTimeout: stageOf() === 'first' ? 20_000 : 120_000,
    // What a mutant rejects beside its test says nothing for sure.
    dangerouslyIgnoreUnhandledErrors: true,
    onConsoleLog: () => false,
  },
}
