import { defineConfig } from '@kubb/core'
import { pluginOas } from '@kubb/plugin-oas'
import { pluginTs } from '@kubb/plugin-ts'

export default defineConfig({
  root: '.',
  input: { path: process.env.OPENAPI },
  output: { path: process.env.OUTPUT, clean: true, format: false, lint: false },
  plugins: [pluginOas(), pluginTs({ output: { path: 'types.ts' } })],
})
