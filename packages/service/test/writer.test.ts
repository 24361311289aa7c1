import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { Writable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { isOutage } from '../src/base/outage.js'
import { openSqlite } from '../src/keep/store/sqlite/database.js'
import { writerTo } from '../src/base/writer.js'
import { join } from 'node:path'
import { temporaryFolder } from './support/folder.js'

test('what cannot be written is dropped: the output is gone, or its disk is full', async () => {
  const gone = new Writable({
    write: (_chunk, _encoding, done) => {
      done(Object.assign(new Error('broken pipe'), { code: 'EPIPE' }))
    },
  })
  const full = Object.assign(new Writable(), {
    write: () => {
      throw Object.assign(new Error('no space'), { code: 'ENOSPC' })
    },
  })
  writerTo(gone)('a line\n')
  await new Promise((resolve) => gone.once('close', resolve))
  expect(() => {
    writerTo(full)('a line\n')
  }).not.toThrow()
})

test('a process whose log is on a full disk goes on', () => {
  const module = fileURLToPath(new URL('../dist/base/writer.js', import.meta.url))
  const script = `
    import { writerTo } from ${JSON.stringify(module)}
    const say = writerTo(process.stderr), print = writerTo(process.stdout)
    for (let line = 0; line < 100; line += 1) say('a line that finds no room\\n'.repeat(1000))
    await new Promise((resolve) => setTimeout(resolve, 0))
    print('alive')`
  const shell = execFileSync('/bin/sh', [
    '-c',
    `exec "$0" --input-type=module -e "$1" 2>/dev/full`,
    process.execPath,
    script,
  ])
  expect(shell.toString()).toBe('alive')
})

test('a command whose output finds no room says so, and is not done', () => {
  const executable = fileURLToPath(new URL('../bin/model-tasks-service.js', import.meta.url))
  const of = (redirection: string, ...words: string[]): string => {
    const { status, stderr } = spawnSync(
      '/bin/sh',
      ['-c', `exec "$0" "$@" ${redirection}`, process.execPath, executable, ...words],
      { encoding: 'utf8', env: { ...process.env, MODEL_TASKS_DATA: folder } },
    )
    return `${status} ${stderr}`.trim()
  }
  const folder = temporaryFolder()
  const lost = '1 the output could not be written: ENOSPC: no space left on device, write'
  expect(of('>/dev/full', 'account', 'add', 'Guest'), 'its key is shown once').toBe(lost)
  expect(of('>/dev/full', 'help')).toBe(lost)
  expect(of('>/dev/full', 'account', 'add', ''), 'which has another reason').toMatch(/^1 name must be/)
  expect(of('>/dev/null', 'account', 'list')).toBe('0')
  expect(of('| true', 'account', 'list'), 'whose reader has read enough').toBe('0')
})

test('a process whose log is a closed pipe goes on', async () => {
  const module = fileURLToPath(new URL('../dist/base/writer.js', import.meta.url))
  const script = `
    import { writerTo } from ${JSON.stringify(module)}
    const say = writerTo(process.stderr)
    process.stdin.once('end', async () => {
      for (let line = 0; line < 100; line += 1) { say('x'.repeat(10000)); await new Promise((resolve) => setImmediate(resolve)) }
      process.exitCode = 7
    }).resume()`
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: ['pipe', 'ignore', 'pipe'] })
  child.stderr.destroy()
  child.stdin.end()
  expect(await once(child, 'exit')).toEqual([7, null])
})

test('an outage is told from an internal error', async () => {
  const code = (value: string): Error => Object.assign(new Error('x'), { code: value })
  for (const error of [
    ...['ECONNREFUSED', 'ENOSPC', '57P01', '53300', '08006'].map(code),
    new Error('Connection terminated unexpectedly'),
    new Error('wrapped', { cause: code('ECONNRESET') }),
    new AggregateError([code('ECONNREFUSED')]),
    Object.assign(new Error('slow down'), { $metadata: { httpStatusCode: 503 } }),
    Object.assign(new Error('no answer'), { $metadata: {} }),
  ])
    expect(isOutage(error), error.message).toBe(true)
  for (const error of [
    code('23505'),
    code('42P01'),
    new TypeError('x is undefined'),
    Object.assign(new Error('denied'), { $metadata: { httpStatusCode: 403 } }),
  ])
    expect(isOutage(error), error.message).toBe(false)
  const path = join(temporaryFolder(), 'locked.db')
  const [one, other] = [await openSqlite(path), await openSqlite(path)]
  one.exec('CREATE TABLE t (x); BEGIN IMMEDIATE')
  let locked: unknown
  try {
    other.exec('BEGIN IMMEDIATE')
  } catch (error) {
    locked = error
  }
  expect(isOutage(locked)).toBe(true)
  one.close()
  other.close()
})
