import { mergeConfig } from 'vitest/config'
import base from '../vitest.config.js'

const folder = process.env.MODEL_TASKS_MUTATION ?? 'client'

/** What starts processes, measures the build, or runs for long, proves nothing about one mutant. */
const slow = ['bench', 'dist', 'journal-processes', 'media', 'readme', 'record-replay', 'structure', 'download']

const config = mergeConfig(base, {})
export default {
  ...config,
  test: {
    ...config.test,
    include: [`packages/${folder}/test/**/*.test.ts`],
    exclude: ['**/node_modules/**', '**/dist/**', ...slow.map((name) => `**/${name}*.test.ts`)],
  },
}
