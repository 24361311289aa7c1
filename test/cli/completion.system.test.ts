import { execFile, spawnSync } from 'node:child_process'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { faults, startFaultServer, type FaultServer } from '@model-tasks/client/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openDesk, type Desk } from './support/cli.js'
import { startProgram, terminalTest } from './support/terminal.js'

let server: FaultServer
let desk: Desk
let taskId: string

/** A test in a shell; skipped, with the reason printed, on a machine without it. */
function testIn(shell: string): typeof test.skip {
  if (spawnSync(shell, ['--version']).status === 0) return terminalTest
  console.log(`completion in ${shell} is not tested: it is not installed on this machine`)
  return test.skip
}

beforeAll(async () => {
  server = await startFaultServer()
  desk = await openDesk(server)
  server.next(
    'capabilities',
    faults.status(200, { object: 'capabilities', extensions: [], polling: { minimumSeconds: 0.05 } }),
  )
  taskId = (await desk.run(['submit', 'beta-5.0', 'prompt=x', '-q'])).out.trim()
  await desk.run(['config', 'set', 'work', '--base-url', 'https://tasks.example.com/api'], { input: 'k' })
  const { program, words } = desk.command([])
  await mkdir(join(desk.folder, 'bin'))
  await writeFile(join(desk.folder, 'bin/model-tasks'), `#!/bin/sh\nexec "${program}" "${words[0]}" "$@"\n`, {
    mode: 0o755,
  })
  desk.env.PATH = `${join(desk.folder, 'bin')}:${desk.env.PATH}`
  for (const [shell, name = shell] of [['bash'], ['zsh'], ['fish'], ['powershell', 'ps1']])
    await writeFile(join(desk.folder, `script.${name}`), (await desk.run(['completion', shell ?? ''])).out)
  await writeFile(join(desk.folder, 'boat.png'), '')
  await writeFile(join(desk.folder, 'tale.txt'), '')
})
afterAll(async () => {
  await server.close()
  await desk.close()
})

test('what completes, with descriptions', async () => {
  const complete = async (...words: string[]): Promise<string> => (await desk.run(['complete', '--', ...words])).out
  expect(await complete('wai')).toBe('wait\twait until tasks have ended\n')
  expect(await complete('run', 'epsilonO3', 'asp')).toMatch(/^aspect_ratio=\t/)
  expect(await complete('run', 'epsilonO3', 'aspect_ratio=16:')).toMatch(/^aspect_ratio=16:9\t/)
  expect(await complete('get', '')).toBe(`${taskId}\tbeta-5.0, submitted\n`)
  expect(await complete('wait', taskId, taskId.slice(0, 5))).toContain(taskId)
  expect(await complete('run', '--profile', 'w')).toBe('work\thttps://tasks.example.com/api\n')
  expect(await complete('config', 'use', '')).toContain('work\t')
  expect(await complete('config', '')).toContain('set\tkeep a service and its key as a profile\n')
  expect(await complete('models', '--kind', '')).toBe('video\t\nimage\t\naudio\t\nmesh\t\n')
  expect(await complete('run', '--tim')).toMatch(/^--timeout\tstop waiting/)
})

test.each([
  [
    'the first example of its help',
    ['completion', '--help'],
    /^ {2}(.* completion bash > .*)$/m,
    '.local/share/bash-completion/completions/model-tasks',
  ],
  [
    'the first line for bash',
    ['completion', 'bash'],
    /^# (.*)$/m,
    '.local/share/bash-completion/completions/model-tasks',
  ],
  ['the first line for fish', ['completion', 'fish'], /^# (.*)$/m, '.config/fish/completions/model-tasks.fish'],
])('in a fresh home, %s keeps the script', async (_, words, line, place) => {
  const [, command = ''] = line.exec((await desk.run(words)).out) ?? []
  const home = join(desk.folder, `home-${words.at(-1)}`)
  await mkdir(home)
  const run = spawnSync('sh', ['-c', command], { env: { ...desk.env, HOME: home }, encoding: 'utf8' })
  expect([run.status, run.stderr]).toEqual([0, ''])
  expect(await readFile(join(home, place), 'utf8')).toContain('model-tasks')
})

test.each([
  ['an empty word', ['get', '']],
  ['a quote', ['run', 'epsilonO3', 'prompt=a "boat" and \'more\'', 'asp']],
  ['other letters', ['run', 'epsilonO3', 'prompt=纸船 на море', 'asp']],
  ['a colon', ['run', 'epsilonO3', 'aspect_ratio=16:']],
])('words in Base64, as PowerShell passes them, are completed like the words: %s', async (_, words) => {
  const encoded = Buffer.from(words.join('\0')).toString('base64')
  const { out } = await desk.run(['complete', '--encoded', encoded])
  expect(out).not.toBe('')
  expect(out).toBe((await desk.run(['complete', '--', ...words])).out)
})

/** What a shell's prompt holds after a line is typed and Tab pressed. */
async function typed(program: string, args: string[], ready: RegExp, line: string, expected: RegExp): Promise<void> {
  const session = startProgram({ program, words: args }, { cwd: desk.folder, env: { ...desk.env, TERM: 'dumb' } })
  await session.until(ready)
  session.type(`${line}\t`)
  await session.until(expected)
  session.type('\x15exit\r')
  await session.ended
}

/** Words that name a file, and what completes them. */
const files: [what: string, line: string, expected: RegExp][] = [
  ['a media file', 'model-tasks run sd_2.0_discount first_image=bo', /first_image=boat\.png/],
  ['a media file after @', 'model-tasks run sd_2.0_discount first_image=@bo', /first_image=@boat\.png/],
  ['a prompt in a file', 'model-tasks run sd_2.0_discount prompt=@ta', /prompt=@tale\.txt/],
  ['JSON in a file', 'model-tasks run sd_2.0_discount prompt:=@ta', /prompt:=@tale\.txt/],
  ['a whole body', 'model-tasks run @ta', /run @tale\.txt/],
  ['the value of an option', 'model-tasks run sd_2.0_discount --out ta', /--out tale\.txt/],
  ['the value of an option after =', 'model-tasks run sd_2.0_discount --out=ta', /--out=tale\.txt/],
]

describe('bash', () => {
  const inBash = testIn('bash')
  const shell = ['--noprofile', '--rcfile', 'rc', '-i']

  inBash.each([
    ['a model', 'model-tasks run epsi', /run epsilonO3/],
    ['a parameter, without a space after it', 'model-tasks run epsilonO3 asp', /epsilonO3 aspect_ratio=/],
    ['a value', 'model-tasks run epsilonO3 reference_mode=f', /reference_mode=frame/],
    ['a value after a colon', 'model-tasks run sd_2.0_discount aspect_ratio=16:', /aspect_ratio=16:9/],
    ['a profile', 'model-tasks list --profile w', /--profile work/],
    ['descriptions', 'model-tasks config \t', /set +\(keep a service/],
    ...files,
  ])('%s', async (_, line, expected) => {
    await writeFile(join(desk.folder, 'rc'), 'PS1="ready> "\n. ./script.bash\n')
    await typed('bash', shell, /ready> /, line, expected)
  })
})

describe('zsh', () => {
  testIn('zsh').each([
    ['a model', 'model-tasks run epsi', /run epsilonO3/],
    ['a parameter', 'model-tasks run epsilonO3 asp', /epsilonO3 aspect_ratio=/],
    ['a value after a colon', 'model-tasks run sd_2.0_discount aspect_ratio=16:', /aspect_ratio=16:9/],
    ['a profile', 'model-tasks list --profile w', /--profile work/],
    ['descriptions', 'model-tasks config ', /set +-- keep a service/],
    ['values without a description', 'model-tasks models --kind ', /audio +image +mesh +video *[\r\n]/],
    ...files,
  ])('%s', async (_, line, expected) => {
    await writeFile(
      join(desk.folder, '.zshrc'),
      'PS1="ready> "\nautoload -Uz compinit\ncompinit -u\n. ./script.zsh\nunsetopt beep\n',
    )
    await typed('zsh', ['-i'], /ready> /, line, expected)
  })
})

describe('fish', () => {
  testIn('fish').each([
    ['a model', 'model-tasks run epsi', /^epsilonO3\tvideo$/m],
    ['a parameter', 'model-tasks run epsilonO3 asp', /^aspect_ratio=\t/m],
    ['a value after a colon', 'model-tasks run sd_2.0_discount aspect_ratio=16:', /^aspect_ratio=16:9\t/m],
    ['a profile', 'model-tasks list --profile w', /^work\thttps:/m],
    ...files.map(([what, line, expected]): (typeof files)[number] => [
      what,
      line,
      // It prints the last word alone.
      new RegExp(`^${expected.source.split(' ').at(-1) ?? ''}`, 'm'),
    ]),
  ])('%s', async (_, line, expected) => {
    const { stdout } = await promisify(execFile)(
      'fish',
      ['--no-config', '-c', `source script.fish; complete -C ${JSON.stringify(line)}`],
      { cwd: desk.folder, env: desk.env },
    )
    expect(stdout).toMatch(expected)
  })

  testIn('fish')('a task', async () => {
    const { stdout } = await promisify(execFile)(
      'fish',
      ['--no-config', '-c', 'source script.fish; complete -C "model-tasks get "'],
      { cwd: desk.folder, env: desk.env },
    )
    expect(stdout).toContain(taskId)
  })
})

describe('PowerShell', () => {
  const inPowerShell = testIn('pwsh')
  /** The words that Tab offers at the end of a line. */
  const offered = async (line: string): Promise<string> => {
    const text = `'${line.replaceAll("'", "''")}'`
    const command = `. ./script.ps1; (TabExpansion2 ${text} ${line.length}).CompletionMatches | ForEach-Object { $_.CompletionText + "\t" + $_.ToolTip }`
    const { stdout } = await promisify(execFile)('pwsh', ['-NoProfile', '-NonInteractive', '-Command', command], {
      cwd: desk.folder,
      env: desk.env,
    })
    return stdout
  }

  inPowerShell.each([
    ['a model', 'model-tasks run epsi', /^epsilonO3\tvideo$/m],
    ['a parameter', 'model-tasks run epsilonO3 asp', /^aspect_ratio=\t/m],
    ['a value after a colon', 'model-tasks run sd_2.0_discount aspect_ratio=16:', /^aspect_ratio=16:9\t/m],
    ['a profile', 'model-tasks list --profile w', /^work\thttps:/m],
    ['an empty word', 'model-tasks config ', /^set\tkeep a service/m],
    ['a word in the middle of a line', 'cd .; model-tasks config ', /^set\t/m],
    ['a media file', 'model-tasks run sd_2.0_discount first_image=bo', /^first_image=boat\.png\t/m],
    ['a media file after @', 'model-tasks run sd_2.0_discount first_image=@bo', /^first_image=@boat\.png\t/m],
    ['a whole body', "model-tasks run '@ta", /^'@tale\.txt'\t/m],
  ])('%s', async (_, line, expected) => {
    expect(await offered(line)).toMatch(expected)
  })
})
