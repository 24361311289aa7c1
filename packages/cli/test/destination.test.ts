import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Task } from '@model-tasks/spec'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fileFor, prepareDestination } from '../src/result/destination.js'

let folder: string
const options = { force: false, terminal: false, json: false }
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'model-tasks-out-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const task: Task = {
  id: 'task_1',
  object: 'video',
  created: 1,
  model: 'sd_2.0_discount',
  status: 'completed',
  result_url: 'https://example.com/x/y.MOV?signature=a.b',
}

test('a file, a folder, a template', async () => {
  const name = async (out: string, of = task): Promise<string> =>
    fileFor(await prepareDestination(join(folder, out), options), of).slice(folder.length + 1)
  expect(await name('clip.mp4')).toBe('clip.mp4')
  expect(await name('new/')).toBe('new/task_1.mov')
  expect(await name('new')).toBe('new/task_1.mov')
  expect(await name('{model}/{id}.{ext}')).toBe('sd_2.0_discount/task_1.mov')
  expect(await name('new/', { ...task, object: 'image', result_url: 'https://example.com/result' })).toBe(
    'new/task_1.png',
  )
})

test('an id from a service cannot leave the folder', async () => {
  const destination = await prepareDestination(`${folder}/`, options)
  expect(fileFor(destination, { ...task, id: '../../etc/passwd' })).toBe(join(folder, '__.._etc_passwd.mov'))
})

test('one file for many results is a mistake', async () => {
  await expect(prepareDestination(join(folder, 'a.mp4'), { ...options, count: 2 })).rejects.toThrow(
    'names one file for 2 results',
  )
  await expect(prepareDestination(join(folder, '{id}.mp4'), { ...options, count: 2 })).resolves.toMatchObject({
    to: 'file',
  })
})

test('a file in place of a folder is named', async () => {
  const file = join(folder, 'notes.txt')
  await writeFile(file, '')
  const out = join(file, 'boat.mp4')
  await expect(prepareDestination(out, options)).rejects.toMatchObject({
    message: `--out ${out} cannot be written: ENOTDIR: ${file} is not a folder`,
  })
})

test('what cannot be written says why, and not how it was tried', async () => {
  const out = join(folder, 'x'.repeat(300))
  await expect(prepareDestination(out, options)).rejects.toMatchObject({
    message: `--out ${out} cannot be written: ENAMETOOLONG: name too long`,
  })
})

test('a name that leaves no room for the parts of a download is found before anything is paid', async () => {
  const named = (length: number): string => join(folder, `${'n'.repeat(length - 4)}.mp4`)
  await prepareDestination(named(200), options)
  for (const length of [210, 230, 250])
    await expect(prepareDestination(named(length), options), String(length)).rejects.toThrow('cannot be written')
})

test('a probe that a killed process left behind stops nothing', async () => {
  const out = join(folder, 'left.mp4')
  await writeFile(`${out}.${process.pid}.probe`, '')
  await prepareDestination(out, options)
})

test('a template is tried with the model before anything is paid', async () => {
  const options = { force: false, terminal: false, json: false, models: ['sd_2.0_discount'] }
  await writeFile(join(folder, 'sd_2.0_discount.mp4'), 'mine')
  for (const out of ['{model}.mp4', '{model}.{ext}'])
    await expect(prepareDestination(join(folder, out), options), out).rejects.toThrow('sd_2.0_discount.mp4 exists')
  await expect(prepareDestination(join(folder, '{model}.mp4'), { ...options, force: true })).resolves.toBeDefined()
  const isOwn = (path: string): boolean => path === join(folder, 'sd_2.0_discount.mp4')
  await expect(prepareDestination(join(folder, '{model}.mp4'), { ...options, isOwn })).resolves.toBeDefined()
  await expect(prepareDestination(join(folder, '{model}-{id}.mp4'), options)).resolves.toBeDefined()
})

test('a file in place of a folder that a template names is found before anything is paid', async () => {
  const options = { force: false, terminal: false, json: false, models: ['beta-5.0', 'sd_2.0_discount'] }
  await writeFile(join(folder, 'sd_2.0_discount'), '')
  for (const out of ['{model}/x.mp4', '{model}/{id}.mp4', 'sd_2.0_discount/{id}/x.mp4'])
    await expect(
      prepareDestination(join(folder, out), { ...options, count: out.includes('{id}') ? 2 : 1 }),
      out,
    ).rejects.toThrow(`ENOTDIR: ${join(folder, 'sd_2.0_discount')} is not a folder`)
  const long = join(folder, `${'n'.repeat(200)}{id}.mp4`)
  await expect(prepareDestination(long, options)).rejects.toThrow('cannot be written')
})
