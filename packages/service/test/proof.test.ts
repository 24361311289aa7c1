import { createHash, createPublicKey, verify } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { loaders } from '@model-tasks/documents/upstreams'
import { expect, test } from 'vitest'
import { runCommand } from '../src/commands/administration/run.js'
import { reconcile } from '../src/edge/operator/reconcile.js'
import { readInvoice } from '../src/edge/operator/invoice.js'
import type { SignedProof } from '../src/edge/operator/proof.js'
import { mappedProvider } from '../src/run/provider/mapped/provider.js'
import { identityOf } from '../src/run/provider/upstream-identity.js'
import { openSqliteStores } from '../src/keep/store/sqlite/open.js'
import { claimer } from './support/claims.js'
import { failure } from './support/ends.js'
import { temporaryFolder } from './support/folder.js'
import { upstreamOf } from './support/relay.js'
import { image, testService } from './support/service.js'
import { StubProvider } from './support/stub-provider.js'
import { newTask } from './contracts/open-stores.js'

function holds({ signature, ...signed }: SignedProof): boolean {
  const key = createPublicKey({ key: Buffer.from(signed.signed_by, 'base64'), format: 'der', type: 'spki' })
  return verify(null, Buffer.from(JSON.stringify(signed)), key, Buffer.from(signature, 'base64'))
}

test('the proof of a task names what was asked, stored and settled, and its signature holds for these words alone', async () => {
  const dataDirectory = temporaryFolder()
  const adminKey = 'admin-key-of-24-characters'
  const { service, submit, ended } = await testService({ adminKey, dataDirectory })
  const { id } = (await submit(image)).body
  await ended(id)
  const lines: string[] = []
  await runCommand(['queue', 'prove', id], { dataDirectory, databaseUrl: undefined }, (line) => lines.push(line))
  const proof = JSON.parse(lines.join('')) as SignedProof
  const content = `result of ${id}`
  expect(proof).toMatchObject({
    task: id,
    ended: { status: 'completed' },
    files: [{ bytes: content.length, sha256: createHash('sha256').update(content).digest('hex') }],
  })
  expect(holds(proof)).toBe(true)
  expect(holds({ ...proof, cost: 0.5 })).toBe(false)
  const url = new URL(`/admin/tasks/${id}/proof`, service.baseUrl)
  const same = (await (await fetch(url, { headers: { authorization: `Bearer ${adminKey}` } })).json()) as SignedProof
  expect([same.signed_by, holds(same)], 'one key for the service and its commands').toEqual([proof.signed_by, true])
  await expect(
    runCommand(['queue', 'prove', 'task_none'], { dataDirectory, databaseUrl: undefined }, () => undefined),
  ).rejects.toThrow('there is no task task_none')
})

test('the signature of a printed proof holds also where a text has characters that no terminal is sent', async () => {
  const dataDirectory = temporaryFolder()
  const error = 'אסור\u200f.\u2028\u202e\u0085\u007f\n\u001b[31m \\u200f 🚢'
  const provider = Object.assign(new StubProvider(), { instant: false })
  const { submit, ended } = await testService({ dataDirectory }, { provider })
  const { id } = (await submit(image)).body
  const job = await provider.job(0)
  job.fail(error)
  await ended(id)
  const lines: string[] = []
  await runCommand(['queue', 'prove', id], { dataDirectory, databaseUrl: undefined }, (line) => lines.push(line))
  expect(lines.join('\n')).not.toMatch(/[\p{Cc}\p{Bidi_Control}\u2028]/u)
  const proof = JSON.parse(lines.join('')) as SignedProof
  expect(proof.ended).toMatchObject({ error: expect.stringContaining('אסור\u200f') })
  expect(holds(proof)).toBe(true)
})

test.each<[form: string, kept: (id: string) => string]>([
  ['as the upstream has them', (id) => id],
  ['with kind and model before them, as a protocol makes them', (id) => `${newTask({}).kind}:doubao-1:${id}`],
])(
  'a list of an upstream whose IDs are kept %s is compared in both directions, and what it has is adopted by one command',
  async (_form, kept) => {
    const dataDirectory = temporaryFolder()
    const settings = { dataDirectory, databaseUrl: undefined }
    const stores = await openSqliteStores(join(dataDirectory, 'tasks.db'), undefined, () => Date.now())
    await stores.accounts.addAccount({ id: 'poor', name: 'Poor', unlimited: false, credits: 100, created: 1 })
    const all = Array.from({ length: 4 }, () => newTask({ account: 'poor', queue: 'ark', created: Date.now() }))
    for (const task of all) await stores.tasks.submit({ task })
    const { claim, held, owner } = await claimer(stores.queue)
    await claim(9, 'ark')
    const [good, given, missing, unknown] = all.map(({ id }) => id)
    for (const [id, reference] of [
      [good, 'cgt-1'],
      [given, 'cgt-2'],
      [missing, 'cgt-3'],
    ] as const) {
      await stores.runs.noteSent(held(id!))
      await stores.runs.noteAccepted(id!, 'ark', kept(reference))
    }
    const result = { file: 'results/x.mp4', contentType: 'video/mp4', bytes: 1 }
    for (const id of [good!, missing!]) await stores.runs.finish(held(id), { status: 'completed', result })
    await stores.runs.finish(held(given!), failure('content rules'))
    await stores.runs.noteSent(held(unknown!))
    await stores.queue.leave(owner)
    await stores.close()
    const csv = join(dataDirectory, 'invoice.csv')
    writeFileSync(
      csv,
      'Task_ID,model,Amount\r\ncgt-1,"a, b",0.5\r\ncgt-2,x,0.5\r\ncgt-9,"say ""hi""",1.25\r\ncgt-1,x,0.5\r\ncgt-1,x,\r\n',
    )
    const lines: string[] = []
    await runCommand(['reconcile', 'ark', csv], settings, (line) => lines.push(line))
    const text = lines.join('\n')
    expect(text).toContain('1 task of ark in both\npaid there, not charged here: 2')
    expect(text).toMatch(new RegExp(`cgt-2  cost 0.5  ${given} {2}failed \\(upstream\\), given back`))
    expect(text).toContain(`cgt-9  cost 1.25  no task here
in several lines, so perhaps charged more than once: 1
  cgt-1  3 lines, cost 0.5 and 0.5
charged here, not there: 1`)
    expect(text).toContain(`cgt-3  ${missing}  completed, 0.000003 credits`)
    expect(text).toContain(`adopt it: queue adopt ${unknown} <reference>`)
    await expect(runCommand(['queue', 'adopt', unknown!, 'cgt-3'], settings, () => undefined)).rejects.toThrow(
      `${kept('cgt-3')} is what ark made for ${missing}; a result belongs to one task`,
    )
    const adopted: string[] = []
    await runCommand(['queue', 'adopt', unknown!, ' cgt-9\n'], settings, (line) => adopted.push(line))
    expect(adopted).toEqual([`${unknown}  followed as ${kept('cgt-9')}`])
    await expect(runCommand(['queue', 'adopt', unknown!, 'cgt-8'], settings, () => undefined)).rejects.toThrow(
      'has a reference',
    )
    const after: string[] = []
    await runCommand(['reconcile', 'ark', csv], settings, (line) => after.push(line))
    expect(after.join('\n')).toContain('2 tasks of ark in both\npaid there, not charged here: 1')
    await expect(runCommand(['reconcile', 'ark', csv, 'nothing'], settings, () => undefined)).rejects.toThrow(
      'no column is called nothing; the columns are task_id, model, amount',
    )
    expect(() => readInvoice('id,x\n"a,1\n')).toThrow('line 2 is not CSV')
  },
)

test('a list that covers several keys of an upstream is compared with the queues of all of them, and says which one is missing', async () => {
  const dataDirectory = temporaryFolder()
  const stores = await openSqliteStores(join(dataDirectory, 'tasks.db'), undefined, () => Date.now())
  await stores.accounts.addAccount({ id: 'poor', name: 'Poor', unlimited: false, credits: 100, created: 1 })
  const result = { file: 'results/x.mp4', contentType: 'video/mp4', bytes: 1 }
  const { claim, held, owner } = await claimer(stores.queue)
  const made = async (queue: string, reference: string): Promise<string> => {
    const task = newTask({ account: 'poor', queue, created: Date.now() })
    await stores.tasks.submit({ task })
    await claim(9, queue)
    await stores.runs.noteSent(held(task.id))
    await stores.runs.noteAccepted(task.id, queue, reference)
    await stores.runs.finish(held(task.id), { status: 'completed', result })
    return task.id
  }
  await made('fal', 'r-1')
  const second = await made('fal-b', 'r-2')
  const missing = await made('fal-b', 'r-3')
  await stores.queue.leave(owner)
  await stores.close()
  const csv = join(dataDirectory, 'invoice.csv')
  writeFileSync(csv, 'task_id\nr-1\nr-2\n')
  const compared = async (named: string): Promise<string> => {
    const lines: string[] = []
    await runCommand(['reconcile', named, csv], { dataDirectory, databaseUrl: undefined }, (line) => lines.push(line))
    return lines.join('\n')
  }
  expect(await compared('fal')).toBe(
    `1 task of fal in both
paid there, not charged here: 1
  r-2  ${second} of fal-b has this ID; if the list covers that key too: reconcile fal,fal-b …
charged here, not there: 0`,
  )
  expect(await compared('fal,fal-b')).toBe(
    `2 tasks of fal and fal-b in both
paid there, not charged here: 0
charged here, not there: 1
  r-3  ${missing}  completed, 0.000003 credits`,
  )
})

test('an ID that does not say how its upstream is asked is not adopted, and the form of a reference is shown', async () => {
  const dataDirectory = temporaryFolder()
  const settings = { dataDirectory, databaseUrl: undefined }
  const stores = await openSqliteStores(join(dataDirectory, 'tasks.db'), undefined, () => Date.now())
  await stores.accounts.addAccount({ id: 'poor', name: 'Poor', unlimited: false, credits: 100, created: 1 })
  const shared = { account: 'poor', queue: 'fal', created: Date.now() }
  const [known, other] = [newTask({ ...shared, kind: 'video' }), newTask({ ...shared, kind: 'image' })]
  for (const task of [known, other]) await stores.tasks.submit({ task })
  const { claim, held, owner } = await claimer(stores.queue)
  await claim(9, 'fal')
  for (const { id } of [known, other]) await stores.runs.noteSent(held(id))
  await stores.runs.noteAccepted(known.id, 'fal', 'video:kling:r-1')
  await stores.queue.leave(owner)
  await stores.close()
  const adopt = (reference: string) => runCommand(['queue', 'adopt', other.id, reference], settings, () => undefined)
  await expect(adopt('r-2')).rejects.toThrow(
    `"r-2" alone does not say how fal is asked for the task; give its whole reference, in the form of ${known.id}: video:kling:r-1`,
  )
  await adopt('image:flux:r-2')
})

test('an upstream ID that looks like a reference and cannot be read as one is adopted as the ID that it is', async () => {
  const dataDirectory = temporaryFolder()
  const stores = await openSqliteStores(join(dataDirectory, 'tasks.db'), undefined, () => Date.now())
  await stores.accounts.addAccount({ id: 'poor', name: 'Poor', unlimited: false, credits: 100, created: 1 })
  const [known, unknown] = [1, 2].map(() => newTask({ account: 'poor', queue: 'ark', created: Date.now() }))
  const { kind } = known!
  for (const task of [known!, unknown!]) await stores.tasks.submit({ task })
  const { claim, held, owner } = await claimer(stores.queue)
  await claim(9, 'ark')
  for (const { id } of [known!, unknown!]) await stores.runs.noteSent(held(id))
  await stores.runs.noteAccepted(known!.id, 'ark', `${kind}:doubao-1:cgt-1`)
  await stores.queue.leave(owner)
  await stores.close()
  const lines: string[] = []
  const words = ['queue', 'adopt', unknown!.id, `${kind}:boat:50%`]
  await runCommand(words, { dataDirectory, databaseUrl: undefined }, (line) => lines.push(line))
  expect(lines).toEqual([`${unknown!.id}  followed as ${kind}:doubao-1:${kind}%3Aboat%3A50%25`])
})

test('a task that was never submitted has the identity of its upstream of now once it is adopted', async () => {
  const dataDirectory = temporaryFolder()
  const path = join(dataDirectory, 'tasks.db')
  const stores = await openSqliteStores(path, undefined, () => Date.now())
  await stores.accounts.addAccount({ id: 'poor', name: 'Poor', unlimited: false, credits: 100, created: 1 })
  const task = newTask({ account: 'poor', queue: 'ark', created: Date.now() })
  await stores.tasks.submit({ task })
  await stores.close()
  const ark = upstreamOf({ name: 'ark', protocol: 'ark', baseUrl: 'https://ark.example', apiKey: 'key' })
  const settings = { dataDirectory, databaseUrl: undefined, upstreams: [upstreamOf({ ...ark, name: 'other' }), ark] }
  await runCommand(['queue', 'adopt', task.id, 'cgt-1'], settings, () => undefined)
  const after = await openSqliteStores(path, undefined, () => Date.now())
  expect((await after.tasks.read(task.id))?.submission).toMatchObject({ reference: 'cgt-1', identity: identityOf(ark) })
  await after.close()
})

test('a reference that cannot be read fails one poll and no process', async () => {
  const { mapping } = await loaders.ark()
  const provider = mappedProvider(mapping, { name: 'ark', baseUrl: 'http://127.0.0.1:9', apiKey: 'key', modelIds: {} })
  const snapshots = await provider.poll(['video:boat:50%'], new AbortController().signal)
  expect(snapshots.get('video:boat:50%')).toMatchObject({ state: 'fault', error: expect.stringContaining('50%') })
})

test('a listed ID that every account gives out anew is that of a task only where it was submitted with the same key', async () => {
  const stores = await openSqliteStores(join(temporaryFolder(), 'tasks.db'), undefined, () => Date.now())
  await stores.accounts.addAccount({ id: 'poor', name: 'Poor', unlimited: false, credits: 100, created: 1 })
  const { claim, held, owner } = await claimer(stores.queue)
  const task = newTask({ account: 'poor', queue: 'ark', created: Date.now() })
  await stores.tasks.submit({ task })
  await claim(9, 'ark')
  await stores.runs.noteSent(held(task.id), 'ark a.example key-1')
  await stores.runs.noteAccepted(task.id, 'ark', 'video:m:4711')
  const result = { file: 'results/x.mp4', contentType: 'video/mp4', bytes: 1 }
  await stores.runs.finish(held(task.id), { status: 'completed', result })
  const compared = (identity: string) =>
    reconcile(
      {
        queues: ['ark'],
        lines: [{ reference: '4711', cost: undefined }],
        identities: new Map([['ark', identity]]),
      },
      stores.search,
    )
  expect(await compared('ark a.example key-1')).toMatchObject({ matched: 1, paidThere: [] })
  expect(await compared('ark a.example key-2')).toMatchObject({ matched: 0, paidThere: [{ task: undefined }] })
  await stores.queue.leave(owner)
  await stores.close()
})
