import { build } from 'esbuild'
import { expect, test } from 'vitest'
import { onePage } from '../src/output/one-page.js'

/** The texts that a playground is bundled with, beside models with these scripts. */
const textsBeside = async (reported: string): Promise<string> => {
  const { outputFiles } = await build({
    stdin: { contents: "export { english } from '@model-tasks/spec/facts'", resolveDir: import.meta.dirname },
    bundle: true,
    write: false,
    format: 'esm',
    plugins: [onePage({ variable: 'pageModel', language: 'en', reported })],
  })
  return outputFiles[0]?.text ?? ''
}

test('a playground has the texts of announcements that a model makes, with what becomes of them, and no others', async () => {
  const none = await textsBeside('report(findings, "required")')
  expect(none).toContain('must be a JSON object')
  expect(none).not.toMatch(/parameter-(deprecated|retired)|limit-(upcoming|effective)/)
  const one = await textsBeside('report(findings, "parameter-deprecated")')
  for (const rule of ['parameter-deprecated', 'parameter-retired']) expect(one).toContain(`"${rule}":`)
  expect(one).not.toContain('limit-upcoming')
})
