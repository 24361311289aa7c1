import { cp, mkdir, readFile, readdir, writeFile } from 'node:fs/promises'
import { withEveryKind } from '../every-kind.mjs'
import { here } from '../paths.mjs'
import { execute, exists, install, installDebian, SkippedError } from '../shell.mjs'
import { documentsOf } from '../unchanged.mjs'

const cwd = `${here}/quicktype`
const output = `${cwd}/.cache`
let made

/** Types of every model in every language, once for all steps that use them. */
function types() {
  made ??= Promise.all([withEveryKind(), install(cwd)]).then(([generated]) =>
    execute(process.execPath, ['generate.mjs', generated, output], { cwd }),
  )
  return made
}

/** What a step reads whose programs in this language are here. */
function readsOf(...folders) {
  return async () => [
    ...documentsOf(await withEveryKind()),
    ...['steps/quicktype.mjs', 'quicktype', ...folders].map((path) => `${here}/${path}`),
  ]
}

const generate = { name: 'quicktype', reads: readsOf(), run: async () => (await types()).trim() }

const python = {
  name: 'quicktype Python',
  reads: readsOf('python/roundtrip.py'),
  async run() {
    await types()
    return (
      await execute(await pythonWithDates(), ['python/roundtrip.py', await withEveryKind(), `${output}/python`], {
        cwd: here,
        env: { PYTHONDONTWRITEBYTECODE: '1' },
      })
    ).trim()
  },
}

/** A Python that has what the generated types import. Debian installs it for its own Python, which need not be the first in the path. */
async function pythonWithDates() {
  const pythons = ['python3', '/usr/bin/python3']
  const find = async () => {
    for (const program of pythons) if (await exists(program, ['-c', 'import dateutil.parser'])) return program
    return undefined
  }
  const found = await find()
  if (found !== undefined) return found
  await installDebian(['python3', 'python3-dateutil'], 'Python')
  const installed = await find()
  if (installed === undefined) throw new SkippedError('Python needs python-dateutil: pip install python-dateutil')
  return installed
}

const go = {
  name: 'quicktype Go',
  reads: readsOf('go/roundtrip'),
  async run() {
    await types()
    await installDebian(['golang-go'], 'Go')
    await mkdir(`${output}/go/src/roundtrip`, { recursive: true })
    await writeFile(`${output}/go/src/roundtrip/main.go`, await roundtrip())
    const env = { GO111MODULE: 'off', GOPATH: `${output}/go`, GOFLAGS: '', GOCACHE: `${here}/go/.cache/build` }
    await execute('go', ['build', '-o', `${output}/go/roundtrip`, 'roundtrip'], { cwd, env })
    return (await execute(`${output}/go/roundtrip`, [await withEveryKind()], { cwd })).trim()
  },
}

/** The committed Go program with a line for every model's types. */
async function roundtrip() {
  const known = await modelsWithTable()
  const template = await readFile(`${here}/go/roundtrip/main.go`, 'utf8')
  return template
    .replace('// imports', known.map((model) => `"types/${folder(model)}"`).join('\n'))
    .replace(
      '// types',
      known
        .map((model) => `${JSON.stringify(model.id)}: func() any { return new(${folder(model)}.Request) },`)
        .join('\n'),
    )
}

const rust = {
  name: 'quicktype Rust',
  reads: readsOf('rust'),
  async run() {
    if (!(await exists('cargo'))) throw new SkippedError('no cargo on this machine; the types were not compiled')
    await types()
    await installDebian(['librust-serde-derive-dev', 'librust-serde-json-dev'], 'Rust')
    const project = `${output}/rust-project`
    await cp(`${here}/rust`, project, { recursive: true, filter: (path) => !path.includes('.cache') })
    await writeFile(`${project}/src/main.rs`, await rustRoundtrip())
    await execute('cargo', ['build', '--offline', '--quiet', '--target-dir', `${here}/rust/.cache`], {
      cwd: project,
      env: { RUSTFLAGS: '-A warnings' },
    })
    return (await execute(`${here}/rust/.cache/debug/roundtrip`, [await withEveryKind()], { cwd })).trim()
  },
}

/** The committed Rust program with a module and a line for every model's types. */
async function rustRoundtrip() {
  const known = await modelsWithTable()
  const template = await readFile(`${here}/rust/src/main.rs`, 'utf8')
  return template
    .replace(
      '// modules',
      known
        .map((model) => `#[path = ${JSON.stringify(`${output}/rust/${folder(model)}.rs`)}]\nmod ${folder(model)};`)
        .join('\n'),
    )
    .replace(
      '// types',
      known.map((model) => `(${JSON.stringify(model.id)}, again::<${folder(model)}::Request>),`).join('\n'),
    )
}

async function modelsWithTable() {
  const { models } = JSON.parse(await readFile(`${await withEveryKind()}/catalogue.json`, 'utf8'))
  return models.filter((model) => model.reference)
}

function folder(model) {
  return model.codegenName.toLowerCase()
}

const java = {
  name: 'quicktype Java',
  reads: readsOf(),
  async run() {
    if (!(await exists('javac'))) throw new SkippedError('no javac on this machine; the types were not compiled')
    await types()
    const sources = (await readdir(`${output}/java`, { recursive: true })).filter((name) => name.endsWith('.java'))
    await execute(
      'javac',
      [
        '-J-XX:TieredStopAtLevel=1',
        '-J-XX:+UseSerialGC',
        '-Xlint:-options',
        '-d',
        `${output}/java-classes`,
        ...sources,
      ],
      { cwd: `${output}/java` },
    )
    return `${sources.length} files compiled`
  },
}

/** A compiler on the Java machine ends before the optimizing compiler of that machine has paid for itself. */
const shortLived = { JAVA_OPTS: '-XX:TieredStopAtLevel=1 -XX:+UseSerialGC' }

/** Files of one language through a compiler or a syntax check, where this machine has it. */
function compiled(name, folder, program, command, packages, every = 1) {
  return {
    name: `quicktype ${name}`,
    reads: readsOf(),
    async run() {
      if (!(await exists(program, [program === 'kotlinc' ? '-version' : '--version'])))
        throw new SkippedError(`no ${program} on this machine (Debian: ${packages}); the types were not compiled`)
      await types()
      // kotlinc takes a second per file.
      const sources = (await readdir(`${output}/${folder}`)).sort().filter((_, index) => index % every === 0)
      for (const [executable, ...rest] of command(sources))
        await execute(executable, rest, { cwd: `${output}/${folder}`, env: shortLived })
      return `${sources.length} files compiled`
    },
  }
}

const csharp = compiled(
  'C#',
  'csharp',
  'mcs',
  (files) => [['mcs', '-target:library', '-nowarn:1591', `-out:${output}/types.dll`, ...files]],
  'mono-mcs',
)
const kotlin = compiled(
  'Kotlin',
  'kotlin',
  'kotlinc',
  (files) => [['kotlinc', '-nowarn', '-d', `${output}/kotlin-classes`, ...files]],
  'kotlin',
  5,
)
const php = compiled('PHP', 'php', 'php', (files) => files.map((file) => ['php', '-l', file]), 'php-cli')
const ruby = compiled('Ruby', 'ruby', 'ruby', (files) => [['ruby', '-c', ...files]], 'ruby')

const swift = {
  name: 'quicktype Swift',
  run: async () => {
    throw new SkippedError(
      'the types hold every parameter, and were not compiled, because Debian has no Swift compiler',
    )
  },
}

export const quicktype = [rust, kotlin, java, csharp, go, python, php, ruby, generate, swift]
