import { mkdir, readFile, readdir, writeFile } from 'node:fs/promises'
import { here, generated } from '../paths.mjs'
import { execute, exists, install, installDebian, SkippedError } from '../shell.mjs'

const cwd = `${here}/quicktype`
const output = `${cwd}/.cache`
let made

/** Types of every model in every language, once for all steps that use them. */
function types() {
  made ??= install(cwd).then(() => execute(process.execPath, ['generate.mjs', generated, output], { cwd }))
  return made
}

const generate = { name: 'quicktype', run: async () => (await types()).trim() }

const python = {
  name: 'quicktype Python',
  async run() {
    await types()
    if (!(await exists('python3'))) await installDebian(['python3'], 'Python')
    return (await execute('python3', ['python/roundtrip.py', generated, `${output}/python`], { cwd: here, env: { PYTHONDONTWRITEBYTECODE: '1' } })).trim()
  },
}

const go = {
  name: 'quicktype Go',
  async run() {
    await types()
    await installDebian(['golang-go'], 'Go')
    await mkdir(`${output}/go/src/roundtrip`, { recursive: true })
    await writeFile(`${output}/go/src/roundtrip/main.go`, await roundtrip())
    const env = { GO111MODULE: 'off', GOPATH: `${output}/go`, GOFLAGS: '', GOCACHE: `${here}/go/.cache/build` }
    await execute('go', ['build', '-o', `${output}/go/roundtrip`, 'roundtrip'], { cwd, env })
    return (await execute(`${output}/go/roundtrip`, [generated], { cwd })).trim()
  },
}

/** The committed program with a line for every model's types. */
async function roundtrip() {
  const { models } = JSON.parse(await readFile(`${generated}/catalogue.json`, 'utf8'))
  const known = models.filter((model) => model.reference)
  const folder = (model) => model.codegenName.toLowerCase()
  const template = await readFile(`${here}/go/roundtrip/main.go`, 'utf8')
  return template
    .replace('// imports', known.map((model) => `"types/${folder(model)}"`).join('\n'))
    .replace('// types', known.map((model) => `${JSON.stringify(model.id)}: func() any { return new(${folder(model)}.Request) },`).join('\n'))
}

const java = {
  name: 'quicktype Java',
  async run() {
    await types()
    if (!(await exists('javac'))) throw new SkippedError('no javac on this machine; the types were generated and not compiled')
    const sources = (await readdir(`${output}/java`, { recursive: true })).filter((name) => name.endsWith('.java'))
    await execute('javac', ['-Xlint:-options', '-d', `${output}/java-classes`, ...sources], { cwd: `${output}/java` })
    return `${sources.length} files compiled`
  },
}

const others = {
  name: 'quicktype, the others',
  async run() {
    await types()
    throw new SkippedError('Rust, C#, Kotlin and Swift were generated and hold every parameter; not compiled, because serde and those compilers come from registries of their own')
  },
}

export const quicktype = [generate, python, go, java, others]
