// `npm run version`: turns the files of `.changeset/` into the next version of all packages and their changelogs, and
// takes that version over into the catalogue. It refuses a step that is too small for what changed in `spec/`.
import { execFileSync } from 'node:child_process'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { compile } from '../src/compile.js'
import { root } from '../src/root.js'
import { oxfmt, run, tsc } from '../src/run.js'
import { command, stage } from '../src/stage.js'
import { installTestTools } from '../src/test-tools.js'

await command(async () => {
  await stage('Install the tools of the tests', installTestTools)
  await stage('Set the versions and write the changelogs', async () => {
    await run(['test/node_modules/@changesets/cli/bin.js', 'version'])
    const { version } = JSON.parse(readFileSync(join(root, 'generated/package.json'), 'utf8'))
    writeFileSync(join(root, 'spec/version.json'), `{ "version": "${version}" }\n`)
    // The changelog of the catalogue is generated/docs/changelog.md.
    for (const folder of ['generated', 'generated/spec']) rmSync(join(root, folder, 'CHANGELOG.md'), { force: true })
    return version
  })
  await stage('Compile the packages', compile)
  const last = lastRelease()
  if (last !== undefined) {
    await stage(`Compare the catalogue with ${last}`, async () => {
      await run([tsc, '-b', 'generator'])
      await run(['generator/dist/diff/main.js', last, '--check', '--changelog'])
    })
  }
  await stage('Generate from the catalogue', async () => void (await run(['generator/dist/main.js'])))
  await stage(
    'Format',
    async () =>
      void (await run([
        oxfmt,
        '.changeset',
        'packages/*/{package.json,CHANGELOG.md}',
        'package.json',
        'spec/version.json',
      ])),
  )
})

/** The tag of the last release of the catalogue; none before the first. */
function lastRelease() {
  const tags = execFileSync('git', ['tag', '--list', '@model-tasks/spec@*', '--sort=-v:refname'], {
    cwd: root,
    encoding: 'utf8',
  })
  return tags.split('\n').find((tag) => tag !== '')
}
