// `npm run release`: builds the packages and publishes each whose version is not on the registry yet, with
// provenance. `npm run release -- --dry-run` does all of it but the publishing.
import { spawnSync } from 'node:child_process'
import { buildPackages } from '../src/build.js'
import { publicPackages } from '../src/packages.js'
import { publishedFolder } from '../src/published.js'
import { run } from '../src/run.js'
import { command, stage } from '../src/stage.js'
import { installTestTools } from '../src/test-tools.js'

const dryRun = process.argv.includes('--dry-run')

await command(async () => {
  await buildPackages()
  if (!dryRun) {
    await stage('Install the tools of the tests', installTestTools)
    await run(['test/node_modules/@changesets/cli/bin.js', 'publish'], { show: true })
    return
  }
  for (const { manifest } of publicPackages()) {
    await stage(`Publish ${manifest.name} ${manifest.version} (dry run)`, () => publish(manifest.name))
  }
})

/** What `npm publish` would do. Provenance needs the identity of a workflow, so a dry run goes without. */
function publish(name) {
  const { status, stdout, stderr } = spawnSync(
    'npm',
    ['publish', '--dry-run', '--ignore-scripts', '--json', '--provenance=false'],
    {
      cwd: publishedFolder(name),
      encoding: 'utf8',
      shell: process.platform === 'win32',
    },
  )
  if (status !== 0) throw new Error(stderr)
  const report = JSON.parse(stdout)
  const { entryCount, unpackedSize } = report.entryCount === undefined ? Object.values(report)[0] : report
  return `${entryCount} files, ${Math.round(unpackedSize / 1024)} KiB`
}
