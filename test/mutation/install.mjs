import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** Installs what makes the changes, unless it is there: the workspace does not depend on its packages. */
export function installInstrumenter() {
  const cwd = fileURLToPath(new URL('.', import.meta.url))
  if (existsSync(new URL('node_modules', import.meta.url))) return
  spawnSync('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], { cwd, stdio: 'inherit' })
}
