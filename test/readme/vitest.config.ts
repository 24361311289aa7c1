import { defineConfig, mergeConfig } from 'vitest/config'
import { settings } from '../vitest.settings.js'

// The README's commands in a copy of the checkout, where nothing is built: a step of the gate of its own, because it builds
// everything once more.
export default mergeConfig(settings, defineConfig({ test: { include: ['test/readme/**/*.test.ts'] } }))
