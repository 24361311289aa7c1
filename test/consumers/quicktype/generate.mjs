import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { FetchingJSONSchemaStore, InputData, JSONSchemaInput, quicktype, quicktypeMultiFile } from 'quicktype-core'

/** Languages with the file and the namespace of a model's types: every model has its own `Request` and its own `Resolution`. */
const languages = {
  python: { file: (name) => `${name.toLowerCase()}.py`, options: () => ({ 'python-version': '3.7' }) },
  go: {
    file: (name) => `src/types/${name.toLowerCase()}/model.go`,
    options: (name) => ({ package: name.toLowerCase() }),
  },
  rust: {
    file: (name) => `${name.toLowerCase()}.rs`,
    options: () => ({ 'skip-serializing-none': 'true', visibility: 'public' }),
  },
  java: {
    file: (name) => `${name.toLowerCase()}`,
    options: (name) => ({ 'just-types': 'true', 'array-type': 'list', package: name.toLowerCase() }),
  },
  // Plain types: Debian has their compilers, and not the JSON libraries of the full ones.
  csharp: {
    file: (name) => `${name}.cs`,
    options: (name) => ({ 'just-types': 'true', 'csharp-version': '6', namespace: name }),
    // Plain types name DateTimeOffset without saying where it is.
    head: 'using System;\n',
  },
  kotlin: {
    file: (name) => `${name}.kt`,
    options: (name) => ({ 'just-types': 'true', package: name.toLowerCase() }),
  },
  php: { file: (name) => `${name}.php`, options: () => ({}) },
  ruby: { file: (name) => `${name}.rb`, options: (name) => ({ namespace: name }) },
  swift: { file: (name) => `${name}.swift`, options: () => ({}) },
}

const [generated, output] = process.argv.slice(2)
const { models } = JSON.parse(await readFile(`${generated}/catalogue.json`, 'utf8'))
await rm(output, { recursive: true, force: true })
for (const [language, { file, options, head = '' }] of Object.entries(languages)) {
  for (const model of models) {
    const schema = await readFile(`${generated}/json-schema/${model.id}.schema.json`, 'utf8')
    const path = `${output}/${language}/${file(model.codegenName)}`
    const inputData = await inputs(schema)
    const rendered = { inputData, lang: language, rendererOptions: options(model.codegenName) }
    const text = language === 'java' ? await writeFolder(rendered, path) : await writeOne(rendered, path, head)
    expectNames(text, model, path)
  }
}
console.log(`${models.length} models in ${Object.keys(languages).length} languages`)

async function inputs(schema) {
  const input = new JSONSchemaInput(new FetchingJSONSchemaStore())
  await input.addSource({ name: 'Request', schema })
  const inputData = new InputData()
  inputData.addInput(input)
  return inputData
}

async function writeOne(rendered, path, head) {
  const { lines } = await quicktype(rendered)
  await mkdir(path.slice(0, path.lastIndexOf('/')), { recursive: true })
  const text = `${head}${lines.join('\n')}\n`
  await writeFile(path, text)
  return text
}

/** Java wants one public class a file. */
async function writeFolder(rendered, folder) {
  await mkdir(folder, { recursive: true })
  let text = ''
  for (const [name, { lines }] of await quicktypeMultiFile(rendered)) {
    await writeFile(`${folder}/${name}`, `${lines.join('\n')}\n`)
    text += lines.join('\n')
  }
  return text
}

/** Every parameter must have arrived, under its wire name or, in plain Java types, in its own case. */
function expectNames(text, model, path) {
  const bare = (words) => words.replace(/[^a-z0-9]/gi, '').toLowerCase()
  const plain = bare(text)
  for (const { name } of [{ name: 'model' }, ...model.parameters]) {
    if (!plain.includes(bare(name))) throw new Error(`${path} lost ${name}`)
  }
}
