import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { programName } from '../src/invocation.js'

/** A folder within that of a project. */
async function project(): Promise<{ root: string; cwd: string }> {
  const root = await mkdtemp(join(tmpdir(), 'model-tasks-invocation-'))
  onTestFinished(() => rm(root, { recursive: true }))
  const cwd = join(root, 'films')
  await mkdir(cwd)
  return { root, cwd }
}

const inArchive = join('/cache', 'model-tasks-cli-10c0.zip', 'node_modules', '@model-tasks', 'cli', 'bin', 'main.js')

it("is started again by Yarn where Plug'n'Play keeps it in an archive of the project", async () => {
  const { root, cwd } = await project()
  await writeFile(join(root, '.pnp.cjs'), '')
  expect(programName({ script: inArchive, env: {}, cwd })).toBe('yarn model-tasks')
})

it('is fetched again by Yarn where the project has it not', async () => {
  const { cwd } = await project()
  expect(programName({ script: inArchive, env: {}, cwd })).toBe('yarn dlx @model-tasks/cli')
})

it('is fetched again by npx where that has fetched it', async () => {
  const { cwd } = await project()
  const script = join('/home', '.npm', '_npx', '0a1b', 'node_modules', '.bin', 'model-tasks')
  expect(programName({ script, env: {}, cwd })).toBe('npx @model-tasks/cli')
})

it('is named by the path of its script where nothing else finds it', async () => {
  const { cwd } = await project()
  expect(programName({ script: join(cwd, 'main.js'), env: { PATH: cwd }, cwd })).toBe('node main.js')
})
