import { spawn } from 'node:child_process'
import { cpSync, mkdirSync, readdirSync, symlinkSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { temporaryFolder } from './folder.js'

const packageFolder = fileURLToPath(new URL('../../', import.meta.url))
const installed = fileURLToPath(new URL('../../../../node_modules/', import.meta.url))

/** The built service as an operator has it who installed everything but these packages. Answers the path of its executable. */
export function publishedWithout(missing: readonly string[]): string {
  const modules = join(temporaryFolder(), 'node_modules')
  const target = join(modules, '@model-tasks/service')
  for (const name of packageNames()) {
    if (name === '@model-tasks/service' || missing.includes(name)) continue
    mkdirSync(dirname(join(modules, name)), { recursive: true })
    symlinkSync(join(installed, name), join(modules, name))
  }
  for (const part of ['bin', 'console', 'dist', 'package.json'])
    cpSync(join(packageFolder, part), join(target, part), { recursive: true })
  return join(target, 'bin/model-tasks-service.js')
}

/** Runs the executable until it ends by itself. */
export async function runToEnd(
  executable: string,
  environment: Record<string, string>,
): Promise<{ code: number | null; said: string }> {
  const child = spawn(process.execPath, [executable], {
    env: { PATH: process.env['PATH'] ?? '', ...environment },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let said = ''
  child.stderr.on('data', (chunk) => {
    said += String(chunk)
  })
  const code = await new Promise<number | null>((resolve) => {
    child.on('close', resolve)
  })
  return { code, said }
}

function packageNames(): string[] {
  return readdirSync(installed).flatMap((name) =>
    name.startsWith('.')
      ? []
      : name.startsWith('@')
        ? readdirSync(join(installed, name)).map((one) => `${name}/${one}`)
        : [name],
  )
}
