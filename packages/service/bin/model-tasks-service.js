#!/usr/bin/env node
import { existsSync } from 'node:fs'
import module from 'node:module'

// Node 22.8 and later keep what they have compiled for the next start.
module.enableCompileCache?.()

const entry = new URL('../dist/main.js', import.meta.url)
if (existsSync(entry)) {
  await import(entry.href)
} else {
  process.stderr.write('The service is not built yet. Run: npm run build\n')
  process.exitCode = 1
}
