import { defineConfig, mergeConfig } from 'vitest/config'
import { settings } from '../vitest.settings.js'

// Tests on a store that Debian packages: `node test/consumers/run.mjs OpenStack` installs that and runs them.
export default mergeConfig(settings, defineConfig({ test: { include: ['test/swift/**/*.test.ts'] } }))
