import { spawn, spawnSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import type { Settings } from '../dist/arguments.js'
import { defaultBaseAddress } from '../dist/base-address.js'
import { command } from '../dist/command.js'
import { emitters } from '../dist/emitters.js'
import { loadExtra } from '../dist/load/extra.js'
import { createSpecLoader } from '../dist/load/spec.js'
import { run } from '../dist/run.js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

const root = fileURLToPath(new URL('../../', import.meta.url))
const main = join(root, 'generator/dist/main.js')
const folder = mkdtempSync(join(tmpdir(), 'model-tasks-generator-'))
const spec = join(folder, 'spec')
const out = join(folder, 'generated')
const settings: Settings = { mode: 'write', spec, out, base: defaultBaseAddress, times: false }

const extra = await loadExtra()
const surroundings = {
  loadExtra: () => Promise.resolve(extra),
  loadSpec: createSpecLoader(),
  now: () => 0,
}

/** The same in this process, where only what is written matters; answers how many files changed. */
async function regenerate(): Promise<number> {
  const outcome = await run({ spec, out, mode: 'write', base: defaultBaseAddress }, surroundings)
  if (outcome.kind === 'mistakes') throw new Error(JSON.stringify(outcome.diagnostics))
  return outcome.changes.length
}

interface Outcome {
  status: number | null
  stdout: string
  stderr: string
}

/** The program itself, as npm starts it. */
function spawned(...options: string[]): Outcome {
  return spawnSync(process.execPath, [main, '--spec', spec, '--out', out, ...options], {
    encoding: 'utf8',
    cwd: folder,
  })
}

/** The same command in this process, which has loaded and compiled everything already. */
async function generate(mode: Settings['mode'] = 'write', from = spec): Promise<Outcome> {
  const outcome = { stdout: '', stderr: '' }
  const output = {
    print: (text: string) => void (outcome.stdout += `${text}\n`),
    complain: (text: string) => void (outcome.stderr += `${text}\n`),
  }
  const status = await command({ ...settings, mode, spec: from }, surroundings, output, AbortSignal.abort())
  return { status, ...outcome }
}

/** Every file below a folder with its text. */
function snapshot(directory: string): Map<string, string> {
  const names = readdirSync(directory, { recursive: true, encoding: 'utf8' }).filter((name) =>
    statSync(join(directory, name)).isFile(),
  )
  return new Map(names.sort().map((name) => [name, readFileSync(join(directory, name), 'utf8')]))
}

function edit(path: string, change: (text: string) => string): void {
  const before = readFileSync(path, 'utf8')
  const after = change(before)
  expect(after).not.toBe(before)
  writeFileSync(path, after)
}

beforeAll(async () => {
  cpSync(join(root, 'spec'), spec, { recursive: true })
  await regenerate()
})
afterAll(() => {
  rmSync(folder, { recursive: true })
})

describe('npm run generate', () => {
  test('gives the same bytes wherever and whenever it runs', () => {
    const elsewhere = join(folder, 'elsewhere')
    const environment = { ...process.env, LANG: 'tr_TR.UTF-8', LC_ALL: 'tr_TR.UTF-8', TZ: 'Asia/Shanghai' }
    const { status, stdout, stderr } = spawnSync(process.execPath, [main, '--spec', spec, '--out', elsewhere], {
      encoding: 'utf8',
      env: environment,
      cwd: '/',
    })
    expect(stderr).toBe('')
    expect(stdout).toMatch(/^\d+ models, \d+ files, \d+ changed, \d+ ms\n$/)
    expect(status).toBe(0)
    expect(snapshot(elsewhere)).toEqual(snapshot(out))
  })

  test('makes everything again with --times, where it would make nothing', () => {
    const files = snapshot(out).size
    expect(spawned().stdout).toMatch(/^\d+ models, \d+ files, none changed, \d+ ms\n$/)
    expect(spawned().stdout).toMatch(/^\d+ models, \d+ files, none changed, \d+ ms\n$/)
    const [, ...again] = spawned('--times').stdout.trimEnd().split('\n').reverse()
    const made = again.map((line) => /^ {2}([a-z-]+) +(\d+) files +\d+ ms$/.exec(line))
    expect(made.map((line) => line?.[1]).sort()).toEqual(emitters.map(({ name }) => name).sort())
    expect(made.reduce((sum, line) => sum + Number(line?.[2]), 0)).toBe(files)
  })

  test('is committed: generated/ of this checkout is what spec/ says', async () => {
    const outcome = await run(
      { spec: join(root, 'spec'), out: join(root, 'generated'), mode: 'check', base: defaultBaseAddress },
      surroundings,
    )
    expect(
      outcome.kind === 'generated' ? outcome.changes.map(({ kind, path }) => `${kind} ${path}`) : outcome.diagnostics,
    ).toEqual([])
    expect(outcome.diagnostics).toEqual([])
  })

  test('touches no file that is as it should be', async () => {
    const path = join(out, 'spec/index.d.ts')
    const { mtimeMs } = statSync(path)
    expect(await regenerate()).toBe(0)
    expect(statSync(path).mtimeMs).toBe(mtimeMs)
  })

  test('removes what nothing makes any more, with its folder, and leaves the site alone', async () => {
    mkdirSync(join(out, 'spec/validators/old'), { recursive: true })
    writeFileSync(join(out, 'spec/validators/old/gone.js'), '')
    mkdirSync(join(out, 'site'), { recursive: true })
    writeFileSync(join(out, 'site/index.html'), 'site')
    expect(await regenerate()).toBe(1)
    expect(existsSync(join(out, 'spec/validators/old'))).toBe(false)
    expect(readFileSync(join(out, 'site/index.html'), 'utf8')).toBe('site')
  })

  test('refuses an option it does not know', () => {
    const { status, stderr } = spawned('--chek')
    expect(stderr).toContain("Unknown option '--chek'")
    expect(status).toBe(2)
  })

  test('says which folder or file of the specification it cannot read', async () => {
    const nowhere = join(folder, 'nowhere')
    expect(await generate('check', nowhere)).toEqual({
      status: 2,
      stdout: '',
      stderr: `${nowhere} cannot be read as a folder: there is nothing of that name; nothing was written\n`,
    })
    const deep = mkdtempSync(join(folder, 'deep-'))
    writeFileSync(join(deep, 'version.json'), '['.repeat(100_000))
    expect((await generate('check', deep)).stderr).toBe(
      `${join(deep, 'version.json')} cannot be read as a file: it is nested too deeply; nothing was written\n`,
    )
  })

  // Windows asks for a privilege to make a link.
  test.skipIf(process.platform === 'win32')('follows links, and says which leads nowhere', async () => {
    const link = join(spec, 'models/link.schema.json')
    symlinkSync('gone.json', link)
    const { status, stderr } = await generate('check')
    rmSync(link)
    expect(stderr).toBe(`${link} cannot be read as a file: there is nothing of that name; nothing was written\n`)
    expect(status).toBe(2)
  })

  test('says what it can do when asked', () => {
    const { status, stdout, stderr } = spawned('--help')
    expect(stdout).toContain('--check')
    expect([status, stderr]).toEqual([0, ''])
  })

  test('shows and counts a warning, which stops nothing', async () => {
    const path = join(spec, 'parameters.schema.json')
    const right = readFileSync(path, 'utf8')
    edit(path, (text) =>
      text.replace('"$defs": {', '"$defs": {\n"unused": { "type": "boolean", "description": "Used by nothing." },'),
    )
    const { status, stdout, stderr } = await generate('check')
    writeFileSync(path, right)
    expect(stderr).toContain('warning S042 nothing refers to the definition "unused"')
    expect(stdout).toMatch(/^\d+ models, \d+ files, none changed, 1 warning, \d+ ms\n$/)
    expect(status).toBe(0)
  })
})

describe('--check', () => {
  test('finds a hand edit, an orphan, a missing and a stale file, shows each and changes nothing', async () => {
    edit(join(out, 'spec/validators/beta-5.0.js'), (text) => text.replace('"2K"', '"8K"'))
    writeFileSync(join(out, 'spec/validators/stray.js'), '')
    rmSync(join(out, 'spec/media/beta-5.0.js'))
    edit(join(spec, 'models/beta-5.0.schema.json'), (text) => text.replace('"maxItems": 10', '"maxItems": 11'))
    const before = snapshot(out)
    const outcome = await run({ spec, out, mode: 'check', base: defaultBaseAddress }, surroundings)
    if (outcome.kind === 'mistakes') throw new Error(JSON.stringify(outcome.diagnostics))
    const shown = new Map(outcome.changes.map(({ path, description }) => [path, description]))
    expect(shown.get('spec/validators/beta-5.0.js')).toMatch(
      /changed {2}spec\/validators\/beta-5\.0\.js\n(?: {2}\d+ {3}.*\n)*.* - .*"8K".*\n.* \+ .*"2K"/,
    )
    expect(shown.get('spec/validators/stray.js')).toMatch(/orphan {3}spec\/validators\/stray\.js/)
    expect(shown.get('spec/media/beta-5.0.js')).toMatch(/missing {2}spec\/media\/beta-5\.0\.js/)
    expect(shown.get('catalogue.json')).toMatch(/changed {2}catalogue\.json/)
    expect(snapshot(out)).toEqual(before)
    expect(await regenerate()).toBe(shown.size)
    expect(await regenerate()).toBe(0)
  })

  test('ends with exit code 1 and says what to do', async () => {
    writeFileSync(join(out, 'stray.js'), '')
    const { status, stderr } = await generate('check')
    expect(status).toBe(1)
    expect(stderr).toContain('orphan   stray.js')
    expect(stderr).toContain('npm run generate')
    rmSync(join(out, 'stray.js'))
  })
})

test('a mistake in the specification is shown with its place, and nothing is written', async () => {
  const path = join(spec, 'models/beta-5.0.schema.json')
  const right = readFileSync(path, 'utf8')
  const before = snapshot(out)
  edit(path, (text) => text.replace('"default": "2K"', '"default": "9K"'))
  const { status, stderr } = await generate()
  const line = right.slice(0, right.indexOf('"default": "2K"')).split('\n').length
  expect(stderr).toContain(`spec/models/beta-5.0.schema.json:${line}:`)
  expect(stderr).toContain('nothing was written')
  expect(status).toBe(1)
  expect(snapshot(out)).toEqual(before)
  writeFileSync(path, right)
})

test('--watch writes what a save changes, and survives a mistake', async () => {
  const path = join(spec, 'models/beta-5.0.schema.json')
  const right = readFileSync(path, 'utf8')
  const stop = new AbortController()
  const [said, complained] = [lines(), lines()]
  const ended = command(
    { ...settings, mode: 'watch' },
    surroundings,
    { print: said.add, complain: complained.add },
    stop.signal,
  )
  try {
    await said.until(/^watching/)
    await said.until(/none changed/)
    writeFileSync(path, right.replace('"maxItems": 11', '"maxItems": 12'))
    await said.until(/\d changed/)
    expect(readFileSync(join(out, 'spec/validators/beta-5.0.js'), 'utf8')).toContain('0, 0, 12,')
    writeFileSync(path, right.replace('"maxItems": 11', '"maxItems": -1'))
    await complained.until(/nothing was written/)
    writeFileSync(path, right)
    await said.until(/\d changed/)
    expect(readFileSync(join(out, 'spec/validators/beta-5.0.js'), 'utf8')).toContain('0, 0, 11,')
  } finally {
    stop.abort()
    expect(await ended).toBe(0)
  }
})

test('--watch ends at a signal, with the exit code of its last run', async () => {
  // A specification of nothing is answered at once: what is missing is a mistake.
  const empty = mkdtempSync(join(folder, 'empty-'))
  const child = spawn(process.execPath, [main, '--spec', empty, '--out', out, '--watch'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  for await (const line of createInterface({ input: child.stdout })) if (line.startsWith('watching')) break
  const ended = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGTERM')
  expect(await ended).toBe(1)
})

/** Lines as they come; each is looked at once. */
function lines(): { add: (line: string) => void; until: (wanted: RegExp) => Promise<void> } {
  const waiting: string[] = []
  let wake = (): void => undefined
  return {
    add: (line) => {
      waiting.push(line)
      wake()
    },
    until: async (wanted) => {
      for (;;) {
        const line = waiting.shift()
        if (line === undefined) await new Promise<void>((resolve) => (wake = resolve))
        else if (wanted.test(line)) return
      }
    },
  }
}

test('a new model file is a new model everywhere', async () => {
  const text = readFileSync(join(spec, 'models/beta-5.0.schema.json'), 'utf8')
    .replaceAll('beta-5.0', 'beta-6.0')
    .replace('"x-listed": true', '"x-listed": false')
  writeFileSync(join(spec, 'models/beta-6.0.schema.json'), text)
  const before = snapshot(out)
  await regenerate()
  const after = snapshot(out)
  for (const path of [
    'spec/validators/beta-6.0.js',
    'spec/media/beta-6.0.js',
    'json-schema/beta-6.0.schema.json',
    'json-schema/draft-07/beta-6.0.schema.json',
    'vectors/beta-6.0.json',
    'docs/models/beta-6.0.md',
  ]) {
    expect([...after.keys()]).toContain(path)
  }
  for (const path of [
    'spec/index.js',
    'spec/index.d.ts',
    'spec/validators/index.js',
    'spec/validators/all.js',
    'spec/media/index.js',
    'catalogue.json',
    'openapi.json',
    'openapi.yaml',
    'openapi-3.0.json',
    'json-schema/submit.schema.json',
  ]) {
    expect(after.get(path), path).toContain('beta-6.0')
  }
  // No other model's files change, so a review shows the new model and nothing else.
  const changed = [...before].filter(([path, content]) => after.get(path) !== content).map(([path]) => path)
  expect(changed.filter((path) => /^(spec\/validators|spec\/media|vectors|json-schema)\/.*[0-9]\./.test(path))).toEqual(
    [],
  )
})
