import { parseCLI } from 'vitest/node'

const systemTests = 'system'

/**
 * The arguments with which Vitest runs the tests of the repository. Unless paths or projects are named, system tests
 * (`*.system.test.ts`) are left out; a path that is named stands for every test under it.
 *
 * @param {'run' | 'watch'} command
 * @param {string[]} chosen what was given to the command: paths, projects and other options of Vitest
 * @returns {string[]} file and arguments, from the root of the repository
 */
export function vitest(command, chosen) {
  const { filter, options } = parseCLI(['vitest', command, ...chosen])
  const isChosen = filter.length > 0 || options.project !== undefined
  return [
    ...['node_modules/vitest/vitest.mjs', command, '--config', 'test/vitest.config.ts'],
    ...(isChosen ? [] : [`--project=!${systemTests}`]),
    ...chosen,
  ]
}
