#!/usr/bin/env node
import { existsSync } from 'node:fs'

const entry = new URL('../dist/main.js', import.meta.url)
if (existsSync(entry)) {
  await import(entry.href)
} else {
  process.stderr.write('model-tasks-mcp is not built yet. Run: npm run build\n')
  process.exitCode = 1
}
