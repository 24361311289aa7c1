import { root } from '../paths.mjs'
import { execute, installDebian } from '../shell.mjs'

/** The service with its files on a store other than the S3 that the rest of the tests use: OpenStack Swift. */
export const swift = {
  name: 'OpenStack Swift',
  async run() {
    await installDebian(['python3-swift'], 'the test of files on Swift')
    const words = ['node_modules/vitest/vitest.mjs', 'run', '--config', 'test/swift/vitest.config.ts']
    const output = await execute(process.execPath, words, { cwd: root })
    const passed = /Tests +(\d+) passed(?! *\|)/.exec(output)?.[1]
    if (passed === undefined) throw new Error(`tests were left out\n${output.split('\n').slice(-40).join('\n')}`)
    return `${passed} tests of files, and of a service whose store is killed`
  },
}
