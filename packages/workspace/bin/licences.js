// `npm run licences`: writes the page of the docs site that lists the licences of all dependencies.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { dependencyLicences, licencePage, licencePages, unexplainedLicences } from '../src/licences.js'
import { root } from '../src/root.js'
import { oxfmt, run } from '../src/run.js'
import { command, stage } from '../src/stage.js'

await command(async () => {
  await stage('List the licences of the dependencies', async () => {
    const rows = dependencyLicences()
    for (const [language, path] of Object.entries(licencePages))
      writeFileSync(join(root, path), licencePage(rows, language))
    await run([oxfmt, ...Object.values(licencePages)])
    const unexplained = unexplainedLicences(rows)
    if (unexplained.length > 0)
      throw new Error(
        `Decide about these licences in packages/workspace/src/licences.js: ${unexplained.map(({ name, licence }) => `${name} (${licence})`).join(', ')}`,
      )
    return `${rows.length} packages`
  })
})
