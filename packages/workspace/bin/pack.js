// `npm run pack`: packs every package as a release publishes it, into `release/`, to be installed in projects elsewhere.
import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { buildPackages } from '../src/build.js'
import { publicPackages } from '../src/packages.js'
import { publishedFolder } from '../src/published.js'
import { root } from '../src/root.js'
import { command, stage } from '../src/stage.js'

await command(async () => {
  await buildPackages()
  const folders = publicPackages().map(({ manifest }) => publishedFolder(manifest.name))
  const destination = join(root, 'release')
  await stage('Pack the packages', () => {
    execFileSync('npm', ['pack', '--silent', '--ignore-scripts', '--pack-destination', destination, ...folders], {
      cwd: root,
      stdio: ['ignore', 'ignore', 'inherit'],
      shell: process.platform === 'win32',
    })
    return `${folders.length} archives in release/`
  })
})
