import { execFile, execFileSync } from 'node:child_process'
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { diffCommand } from '../../dist/diff/command.js'
import { catalogueOf } from '../../diff/revision.js'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const repository = root.replace(/\/$/, '')
const command = join(root, 'generator/dist/diff/main.js')
const hasGit = ((): boolean => {
  try {
    execFileSync('git', ['--version'])
    return true
  } catch {
    return false
  }
})()

let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'spec-diff-'))
  // Two models are enough, and no upstreams: each run reads all there is.
  const filter = (path: string): boolean => !/upstreams|models.(?!sd_2\.0_discount|beta-5)/.test(relative(root, path))
  for (const side of ['old', 'new'])
    await cp(join(root, 'spec'), join(folder, side, 'spec'), { recursive: true, filter })
  const path = join(folder, 'new/spec/models/sd_2.0_discount.schema.json')
  await writeFile(
    path,
    (await readFile(path, 'utf8')).replace('"minimum": 4,\n      "maximum": 15', '"minimum": 4,\n      "maximum": 12'),
  )
})
afterAll(() => rm(folder, { recursive: true }))

interface Outcome {
  code: number
  out: string
  err: string
}

/** The command in this process: it starts and reads as in one of its own, which costs a second each time. */
async function run(...words: string[]): Promise<Outcome> {
  return runIn(repository, ...words)
}

async function runIn(root: string, ...words: string[]): Promise<Outcome> {
  const outcome: Outcome = { code: 0, out: '', err: '' }
  outcome.code = await diffCommand(words, {
    root,
    colour: false,
    today: '2027-01-31',
    print: (text) => (outcome.out += `${text}\n`),
    complain: (text) => (outcome.err += `${text}\n`),
  })
  return outcome
}

function spawned(...words: string[]): Promise<Outcome> {
  return new Promise((resolve) => {
    execFile(process.execPath, [command, ...words], { env: { ...process.env, NO_COLOR: '1' } }, (error, out, err) => {
      resolve({ code: typeof error?.code === 'number' ? error.code : 0, out, err })
    })
  })
}

describe('spec:diff', () => {
  test('tells two folders apart in words', async () => {
    const { code, out } = await spawned(join(folder, 'old'), join(folder, 'new/spec'))
    expect(code).toBe(0)
    expect(out).toContain(
      [
        'Breaking',
        '  sd_2.0_discount.duration accepts at most 12 (before: at most 15)  (tightened-limit)',
        '    this body passed before and is rejected now (maximum): {"model":"sd_2.0_discount","prompt":"A',
      ].join('\n'),
    )
    expect(out).toContain('These changes are major')
    expect((await run(join(folder, 'old'), join(folder, 'old'))).out).toBe('Nothing changed.\n')
  })

  test('--json gives the events', async () => {
    const report = JSON.parse((await run('--json', join(folder, 'old'), join(folder, 'new'))).out)
    expect(report).toMatchObject({
      step: 'major',
      events: [
        { rule: 'tightened-limit', severity: 'breaking', subject: 'sd_2.0_discount.duration', from: 15, to: 12 },
      ],
    })
  })

  test('--check fails while the version is not far enough, and passes once it is', async () => {
    const refused = await run('--check', join(folder, 'old'), join(folder, 'new'))
    expect(refused.code).toBe(1)
    expect(refused.err).toMatch(/not far enough.*from \d+\.\d+\.\d+ to/)
    const version = join(folder, 'new/spec/version.json')
    const before = await readFile(version, 'utf8')
    await writeFile(version, '{ "version": "99.0.0" }\n')
    expect((await run('--check', join(folder, 'old'), join(folder, 'new'))).code).toBe(0)
    await writeFile(version, before)
  })

  test('--changelog writes the section of the new version under its day, and again in its place', async () => {
    const changelog = join(folder, 'CHANGELOG.md')
    await writeFile(changelog, '# Changelog\n\n## 0.0.1\n\nThe first.\n')
    const version = JSON.parse(await readFile(join(folder, 'new/spec/version.json'), 'utf8')).version
    for (const _time of ['once', 'again']) await runIn(folder, '--changelog', join(folder, 'old'), join(folder, 'new'))
    expect((await readFile(changelog, 'utf8')).match(/^##+ .*/gm)).toEqual([
      `## ${version} (2027-01-31)`,
      '### Breaking',
      '## 0.0.1',
    ])
  })

  test('says what it wants when it gets something else', async () => {
    expect(await run('no-such-thing')).toMatchObject({ code: 2, err: expect.stringContaining('neither a folder') })
    expect(await run('old', 'new', 'newer')).toMatchObject({
      code: 2,
      err: expect.stringContaining('at most two states'),
    })
    expect(await spawned('--wrong')).toMatchObject({ code: 2, err: expect.stringContaining('npm run spec:diff') })
    expect(await run('--help')).toMatchObject({ code: 0, out: expect.stringContaining('npm run spec:diff'), err: '' })
  })

  test('shows what is wrong with a specification it cannot read, with line and column', async () => {
    const version = join(folder, 'new/spec/version.json')
    const before = await readFile(version, 'utf8')
    await writeFile(version, '{\n  "version" "1.0.0"\n}\n')
    const { code, err } = await run(join(folder, 'old'), join(folder, 'new'))
    await writeFile(version, before)
    expect(code).toBe(2)
    expect(err).toContain('holds no specification this version can read')
    expect(err).toContain(
      `${join(folder, 'new/spec')}/version.json:2:13 error S001 the file is not JSON: colon expected`,
    )
    // A comma too many could be read past; it is told all the same.
    await writeFile(version, '{ "version": "1.0.0", }\n')
    expect((await run(join(folder, 'old'), join(folder, 'new'))).err).toContain('version.json:1:23 error S001')
    await writeFile(version, before)
  })

  test.skipIf(!hasGit)('reads git revisions', async () => {
    const git = (...words: string[]): string =>
      execFileSync(
        'git',
        ['-C', join(folder, 'old'), '-c', 'user.name=a', '-c', 'user.email=a@example.com', ...words],
        { encoding: 'utf8' },
      )
    git('init', '-q')
    git('add', '.')
    git('commit', '-qm', 'one')
    const catalogue = await catalogueOf('HEAD', join(folder, 'old'))
    expect(catalogue).toEqual(await catalogueOf(join(folder, 'old'), root))
  })
})
