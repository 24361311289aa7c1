// `sideEffects: false` holds: a bundler drops an import that nothing uses.
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

const here = fileURLToPath(new URL('.', import.meta.url))
const ENTRIES = ['@model-tasks/client', '@model-tasks/client/batch', '@model-tasks/validation', '@model-tasks/spec']

export async function withoutEffects() {
  const results = []
  for (const entry of ENTRIES) {
    const { outputFiles, warnings } = await build({
      stdin: { contents: `import '${entry}'`, resolveDir: here },
      bundle: true,
      format: 'esm',
      platform: 'browser',
      write: false,
      minify: true,
      logLevel: 'silent',
    })
    const left = outputFiles[0].text.trim()
    const name = `import '${entry}' leaves nothing`
    results.push(
      left === ''
        ? { name }
        : { name, error: `${left.length} bytes stay: ${left.slice(0, 80)} ${warnings.map(({ text }) => text).join()}` },
    )
  }
  return results
}
