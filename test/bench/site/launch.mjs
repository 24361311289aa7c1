import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

// The browser of the tests, whose source is TypeScript.
const launcher = fileURLToPath(new URL('.cache/launch.mjs', import.meta.url))
await build({
  entryPoints: [fileURLToPath(new URL('../../browser/launch.ts', import.meta.url))],
  outfile: launcher,
  bundle: true,
  platform: 'node',
  format: 'esm',
  packages: 'external',
})
export const { launchBrowser } = await import(launcher)
