import { cp, mkdir, mkdtemp, readdir, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/**
 * A copy of the built tree in a folder of its own, whose workspace links lead to its own packages and whose other
 * dependencies are those of `root`. Answers the folder; the caller removes it.
 */
export async function copyOfTree(root: string): Promise<string> {
  const copy = await mkdtemp(join(tmpdir(), 'new-model-'))
  const packages = (await readdir(join(root, 'packages'))).map((name) => `packages/${name}`)
  for (const path of [
    'spec',
    'generator',
    'generated',
    'package.json',
    'package-lock.json',
    'CHANGELOG.md',
    'packages/workspace/src',
    'packages/sandbox/fonts',
    ...packages.flatMap((path) => [`${path}/dist`, `${path}/package.json`, `${path}/bin`]),
  ]) {
    await cp(join(root, path), join(copy, path), {
      recursive: true,
      filter: (source) => !source.endsWith('generated/site') && !source.endsWith('generator/test'),
    }).catch(ignoreMissing)
  }
  for (const path of packages)
    await symlink(join(root, path, 'node_modules'), join(copy, path, 'node_modules')).catch(ignoreMissing)
  await mkdir(join(copy, 'node_modules/@model-tasks'), { recursive: true })
  for (const name of await readdir(join(root, 'node_modules'))) {
    if (name !== '@model-tasks') await symlink(join(root, 'node_modules', name), join(copy, 'node_modules', name))
  }
  await symlink(join(copy, 'generated'), join(copy, 'node_modules/@model-tasks/documents'))
  await symlink(join(copy, 'generated/spec'), join(copy, 'node_modules/@model-tasks/spec'))
  for (const path of packages)
    await symlink(join(copy, path), join(copy, 'node_modules/@model-tasks', path.slice('packages/'.length)))
  return copy
}

function ignoreMissing(error: unknown): void {
  if (!(error instanceof Error) || !('code' in error) || error.code !== 'ENOENT') throw error
}
