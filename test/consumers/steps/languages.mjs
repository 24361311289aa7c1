import { copyFile, mkdir, mkdtemp, open, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { withEveryKind } from '../every-kind.mjs'
import { fuzzedVectors } from '../fuzz.mjs'
import { here } from '../paths.mjs'
import { withService } from '../service.mjs'
import { execute, exists, installDebian, SkippedError } from '../shell.mjs'
import { documentsOf } from '../unchanged.mjs'

const request = { model: 'sd_2.0_discount', prompt: 'A paper boat at dusk, 一只纸船', duration: 4, resolution: '480p' }

/** What a program of a language reads that asks no service. */
function readsOf(name) {
  return async () => [
    ...documentsOf(await withEveryKind()),
    ...['steps/languages.mjs', 'fuzz.mjs', name.toLowerCase()].map((path) => `${here}/${path}`),
  ]
}

/** The interpreter, the JSON Schema library, the messages, the prices and the client of one language, each as a command that may be built first. */
function language(name, { prepare, interpreter, schemas, messages, prices, client }) {
  return [
    {
      name: `${name} findings`,
      reads: readsOf(name),
      run: async () => lastLine(await runIn(await prepare('findings'), interpreter, [await withEveryKind()])),
    },
    {
      name: `${name} findings, fuzzed`,
      reads: readsOf(name),
      run: async () =>
        withFuzz(async (folder) => lastLine(await runIn(await prepare('findings'), interpreter, [folder]))),
    },
    {
      name: `${name} JSON Schema`,
      reads: readsOf(name),
      run: async () => lastLine(await runIn(await prepare('schemas'), schemas, [await withEveryKind()])),
    },
    messagesOf(name, prepare, messages),
    pricesOf(name, prepare, prices),
    clientOf(name, prepare, client),
  ]
}

/** Fills in every message from the published texts, byte for byte. */
function messagesOf(name, prepare, messages) {
  return {
    name: `${name} messages`,
    reads: readsOf(name),
    run: async () => lastLine(await runIn(await prepare('messages'), messages, [await withEveryKind()])),
  }
}

/** Prices every priced request, to the millionth of a credit. */
function pricesOf(name, prepare, prices) {
  return {
    name: `${name} prices`,
    reads: readsOf(name),
    run: async () => lastLine(await runIn(await prepare('prices'), prices, [await withEveryKind()])),
  }
}

/** Writes a folder like `generated` whose vectors are random bodies with our own validators' findings. */
async function withFuzz(use) {
  const folder = await mkdtemp(join(tmpdir(), 'fuzz-'))
  try {
    const generated = await withEveryKind()
    await mkdir(join(folder, 'vectors'))
    await copyFile(`${generated}/catalogue.json`, join(folder, 'catalogue.json'))
    await writeFile(
      join(folder, 'vectors', 'fuzz.json'),
      JSON.stringify(await fuzzedVectors(generated, 5_000, 20_261_121)),
    )
    return await use(folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Submits, polls and downloads against a running service. */
function clientOf(name, prepare, client) {
  return {
    name: `${name} client`,
    async run() {
      const context = await prepare('client')
      return withService(async ({ folder, environment }) => {
        const [body, clip] = [join(folder, 'request.json'), join(folder, 'clip.mp4')]
        await writeFile(body, JSON.stringify(request))
        const output = lastLine(await runIn(context, client, [body, clip], environment))
        await expectMp4(clip)
        return output
      })
    },
  }
}

async function runIn(context, command, commandArguments, env = {}) {
  const [program, ...rest] = command(context)
  return execute(program, [...rest, ...commandArguments], { cwd: here, env: { ...env, PYTHONDONTWRITEBYTECODE: '1' } })
}

/** What a player looks at first: the box `ftyp`, and more than a header. */
async function expectMp4(path) {
  const file = await open(path)
  const { buffer } = await file.read(Buffer.alloc(12), 0, 12, 0)
  await file.close()
  const { size } = await stat(path)
  if (buffer.toString('latin1', 4, 8) !== 'ftyp' || size < 10_000)
    throw new Error(`${path} is not an MP4: ${size} bytes`)
}

function lastLine(output) {
  return output
    .trim()
    .split('\n')
    .at(-1)
    .replace(/; beyond JSON Schema: /, '\n        beyond JSON Schema: ')
}

/** Any Python with jsonschema 4: the one on the path, else Debian's. */
async function python(part) {
  const needs = part === 'schemas' ? 'import jsonschema; jsonschema.Draft202012Validator' : ''
  if (await exists('python3', ['-c', needs])) return 'python3'
  await installDebian(part === 'schemas' ? ['python3', 'python3-jsonschema'] : ['python3'], 'Python')
  return '/usr/bin/python3'
}

/** Builds one Go program against Debian's source packages, in the way that needs no module proxy. */
async function go(part) {
  await installDebian(['golang-go', 'golang-github-xeipuuv-gojsonschema-dev'], 'Go')
  const output = await mkdtemp(join(tmpdir(), 'go-'))
  const program = join(here, 'go', '.cache', part)
  await mkdir(join(here, 'go', '.cache'), { recursive: true })
  try {
    await execute('go', ['build', '-o', program, '.'], {
      cwd: `${here}/go/${part}`,
      env: {
        GO111MODULE: 'off',
        GOPATH: '/usr/share/gocode',
        GOFLAGS: '',
        GOCACHE: `${here}/go/.cache/build`,
        GOTMPDIR: output,
      },
    })
  } finally {
    await rm(output, { recursive: true, force: true })
  }
  return program
}

/** A Java that runs a source file, as 11 and later do. */
async function java() {
  if (!(await exists('java', ['--version']))) throw new SkippedError('no Java on this machine')
  return 'java'
}

/** A Rust program that needs nothing but the standard library. */
async function rust(part) {
  if (!(await exists('rustc', ['--version']))) throw new SkippedError('no Rust on this machine')
  const program = join(here, 'rust', '.cache', part)
  await mkdir(join(here, 'rust', '.cache'), { recursive: true })
  await execute('rustc', ['--edition', '2021', '-O', '-o', program, `${here}/rust/${part}/main.rs`], { cwd: here })
  return program
}

export const languages = [
  ...language('Python', {
    prepare: python,
    interpreter: (program) => [program, 'python/findings.py'],
    schemas: (program) => [program, 'python/schemas.py'],
    messages: (program) => [program, 'python/messages.py'],
    prices: (program) => [program, 'python/prices.py'],
    client: (program) => [program, 'python/client.py'],
  }),
  ...language('Go', {
    prepare: go,
    interpreter: (program) => [program],
    schemas: (program) => [program],
    messages: (program) => [program],
    prices: (program) => [program],
    client: (program) => [program],
  }),
  messagesOf('Java', java, (program) => [program, 'java/Messages.java']),
  pricesOf('Java', java, (program) => [program, 'java/Prices.java']),
  clientOf('Java', java, (program) => [program, 'java/Client.java']),
  messagesOf('Rust', rust, (program) => [program]),
  pricesOf('Rust', rust, (program) => [program]),
]
