// The packages as npm would publish them: packed, installed in an empty folder without a network, used from there.
import { execFile } from 'node:child_process'
import { copyFile, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { assemblePackages, publishedFolder } from '../../packages/workspace/src/published.js'

const run = promisify(execFile)
const here = fileURLToPath(new URL('.', import.meta.url))
const root = join(here, '../..')
const PACKAGES = ['spec', 'validation', 'client'].map((name) => publishedFolder(`@model-tasks/${name}`))

/** @param {string} program the Node that runs it @param {Function} byProcess */
export const packed = (program, byProcess) => async () => {
  const folder = await mkdtemp(join(tmpdir(), 'model-tasks-packed-'))
  try {
    await assemblePackages()
    const { stdout } = await run(
      'npm',
      ['pack', '--json', '--ignore-scripts', '--pack-destination', folder, ...PACKAGES],
      { cwd: root, maxBuffer: 64e6 },
    )
    const archives = JSON.parse(stdout).map(({ filename }) =>
      join(folder, filename.replace(/^@/u, '').replace('/', '-')),
    )
    await writeFile(join(folder, 'package.json'), JSON.stringify({ name: 'empty', private: true, type: 'module' }))
    await run('npm', ['install', '--offline', '--ignore-scripts', '--no-audit', '--no-fund', ...archives], {
      cwd: folder,
    })
    for (const file of ['main.mjs', 'scenario.mjs', 'picture.mjs']) await copyFile(join(here, file), join(folder, file))
    return await byProcess(program, [join(folder, 'main.mjs')])()
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
