/** A disk that fails: full, over quota, without permission; and a path that is not one. What was received is kept. */
import { execFile, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chmod, chown, mkdir, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { StorageError } from '../../src/index.js'
import { storageError } from '../../src/download/storage-failure.js'
import { startFaultServer } from '../../src/testing/index.js'
import { unknownBytes } from '../../src/testing/unknown-bytes.js'
import { failed, scene } from './support.js'

const now = scene()
const run = promisify(execFile)
const child = join(import.meta.dirname, 'child.js')
const root = process.getuid?.() === 0

/** Runs the download of a process with other rights or limits, through a shell or as another user. */
async function inChild(command: string, args: string[], uid?: number): Promise<Record<string, string>> {
  const { stdout } = await new Promise<{ stdout: string }>((resolve, reject) => {
    const process_ = spawn(command, args, {
      ...(uid !== undefined && { uid, gid: uid }),
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    let stdout = ''
    process_.stdout.on('data', (data: Buffer) => (stdout += data.toString()))
    process_.on('error', reject)
    process_.on('close', () => resolve({ stdout }))
  })
  return JSON.parse(stdout.trim().split('\n').at(-1) ?? '{}') as Record<string, string>
}

it('a full disk is an error of its own, and the download continues once there is room', async ({ skip }) => {
  const disk = join(now.folder, 'disk')
  await mkdir(disk)
  const mounted = await run('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', disk]).then(
    () => true,
    () => false,
  )
  if (!mounted) {
    console.log('skipped: a disk of a given size can only be mounted by root')
    return skip()
  }
  const big = await startFaultServer({ script: [{ status: 'completed' }], result: { bytes: unknownBytes(900_000) } })
  try {
    now.server.next('query')
    const handle = await now.completed({ baseUrl: big.baseUrl })
    const path = join(disk, 'boat.mp4')
    await writeFile(join(disk, 'ballast'), randomBytes(400_000))
    const error = await failed(handle.download(path))
    expect(error).toBeInstanceOf(StorageError)
    expect(error).toMatchObject({ code: 'disk-full', taskId: handle.id, path })
    const { partFile = '' } = error as StorageError
    expect(error.message).toContain(`the disk is full; what was received is kept in ${partFile}. Free some space`)
    expect(error.message).toContain(`client.task('${handle.id}').download('${path}')`)
    const { size } = await stat(partFile)
    expect(size).toBeGreaterThan(500_000)

    await rm(join(disk, 'ballast'))
    await handle.download(path)
    expect(big.result.equals(await readFile(path))).toBe(true)
    const asked = big.requests.filter(({ route }) => route === 'result').map(({ headers }) => headers.range)
    expect(asked).toEqual([undefined, `bytes=${size}-`])
    expect(await readdir(disk)).toEqual(['boat.mp4'])
  } finally {
    await big.close()
    await run('umount', [disk])
  }
})

it('a limit of the file size is an error of its own, and keeps what was received', async () => {
  const handle = await now.completed()
  const line = `ulimit -f 16; exec "$0" "$@"`
  const error = await inChild('bash', ['-c', line, process.execPath, child, now.server.baseUrl, handle.id, now.path])
  expect(error).toMatchObject({ name: 'StorageError', code: 'file-too-large', taskId: handle.id })
  expect((await stat(error.partFile ?? '')).size).toBe(16 * 1024)
  await handle.download(now.path)
  expect(now.server.result.equals(await readFile(now.path))).toBe(true)
  expect(now.ranges()).toEqual([undefined, 'bytes=16384-'])
})

it('a folder without write permission', async () => {
  const handle = await now.completed()
  const locked = join(now.folder, 'locked')
  await mkdir(locked)
  await chmod(now.folder, 0o755)
  await chmod(locked, 0o555)
  // Root may write everywhere: another user tries.
  if (root) await chown(locked, 0, 0)
  const args = [child, now.server.baseUrl, handle.id, join(locked, 'boat.mp4')]
  expect(await inChild(process.execPath, args, root ? 65_534 : undefined)).toMatchObject({
    name: 'StorageError',
    code: 'permission-denied',
    taskId: handle.id,
  })
})

it('a path that cannot be a file', async () => {
  const handle = await now.completed()
  await writeFile(join(now.folder, 'file'), '')
  for (const path of [join(now.folder, 'file', 'boat.mp4'), '/dev/null', join(now.folder, 'x'.repeat(300))]) {
    const error = await failed(handle.download(path))
    expect(error, path).toMatchObject({ name: 'StorageError', code: 'path-invalid', taskId: handle.id, path })
  }
  expect((await stat('/dev/null')).isCharacterDevice()).toBe(true)
  expect(await readdir(now.folder)).toEqual(['file'])
})

it('a symbolic link stays one: the file that it leads to is replaced', async () => {
  const handle = await now.completed()
  await mkdir(join(now.folder, 'clips'))
  await writeFile(join(now.folder, 'real.mp4'), 'old')
  await symlink(join(now.folder, 'real.mp4'), now.path)
  await handle.download(now.path)
  expect(now.server.result.equals(await readFile(join(now.folder, 'real.mp4')))).toBe(true)
  expect(now.server.result.equals(await readFile(now.path))).toBe(true)
})

it.each([
  ['ENOSPC', 'disk-full'],
  ['EDQUOT', 'quota-exceeded'],
  ['EROFS', 'permission-denied'],
  ['EIO', 'storage-failed'],
  ['ENODISK', 'no-disk'],
])('%s has the code %s', (system, code) => {
  const task = { id: 't1', object: 'video', status: 'completed', created: 1 }
  const cause = Object.assign(new Error(system), { code: system })
  expect(storageError(cause, { task: task as never, again: "download('x')" }, 'x', undefined).code).toBe(code)
})
