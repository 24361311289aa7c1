import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const folder = fileURLToPath(new URL('vitepress', import.meta.url))

/** Builds our OpenAPI document with VitePress, from its lock file, and answers its page of the submit operation and its files by path. */
export function buildVitepress() {
  const options = { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] }
  if (!existsSync(join(folder, 'node_modules')))
    execFileSync('npm', ['install', '--no-save', '--ignore-scripts', '--no-audit', '--no-fund'], options)
  execFileSync(process.execPath, [join(folder, 'node_modules/vitepress/bin/vitepress.js'), 'build'], options)
  const { dependencies } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  const dist = join(folder, '.vitepress/dist')
  const files = readdirSync(dist, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
  return {
    name: `vitepress-openapi ${dependencies['vitepress-openapi']}`,
    path: '/vitepress/submit.html',
    files: new Map(files.map((file) => [`/vitepress/${file.slice(dist.length + 1)}`, readFileSync(file)])),
  }
}
