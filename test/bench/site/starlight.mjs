import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const folder = fileURLToPath(new URL('starlight', import.meta.url))

/** Builds our OpenAPI document with Starlight, from its lock file, and answers its page of the submit operation and its files by path. */
export function buildStarlight() {
  const environment = { ...process.env, ASTRO_TELEMETRY_DISABLED: '1' }
  const options = { cwd: folder, env: environment, stdio: ['ignore', 'ignore', 'inherit'] }
  // Not `npm ci`: the lock file lacks the binaries of platforms that the registry here did not list.
  if (!existsSync(join(folder, 'node_modules')))
    execFileSync('npm', ['install', '--no-save', '--ignore-scripts', '--no-audit', '--no-fund'], options)
  execFileSync(process.execPath, [join(folder, 'node_modules/astro/astro.js'), 'build'], options)
  const { dependencies } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  const files = readdirSync(join(folder, 'dist'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
  return {
    name: `starlight-openapi ${dependencies['starlight-openapi']}`,
    path: '/starlight/api/operations/submittask/',
    files: new Map(
      files.map((file) => [`/starlight/${file.slice(join(folder, 'dist').length + 1)}`, readFileSync(file)]),
    ),
  }
}
