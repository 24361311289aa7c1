#!/usr/bin/env node
import { existsSync } from 'node:fs'

const entry = new URL('../dist/client-reference-main.js', import.meta.url)
if (existsSync(entry)) {
  await import(entry.href)
} else {
  process.stderr.write('The site builder is not built yet. Run: npm run build\n')
  process.exitCode = 1
}
