import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

// The browser of the tests, whose source is TypeScript.
const source = new URL('../../browser/launch.ts', import.meta.url)
const launcher = fileURLToPath(new URL('.cache/launch.mjs', import.meta.url))
await build({
  entryPoints: [fileURLToPath(source)],
  outfile: launcher,
  bundle: true,
  platform: 'node',
  format: 'esm',
  packages: 'external',
  // It finds what it unpacks from where its source is.
  define: { 'import.meta.url': JSON.stringify(source.href) },
})
export const { launchBrowser } = await import(launcher)
