// The MCP server beside a plain one of the official SDK, and what the proxy of browsers adds to an application.
// Usage: node test/bench/doors/run.mjs. Needs the built packages.
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { gzipSync } from 'node:zlib'
import { build } from 'esbuild'

const root = fileURLToPath(new URL('../../../', import.meta.url))
const rounds = 15
const run = promisify(execFile)
const servers = {
  '@model-tasks/mcp': `${root}packages/mcp/bin/model-tasks-mcp.js`,
  '@modelcontextprotocol/sdk, one tool': fileURLToPath(new URL('plain-server.mjs', import.meta.url)),
}
const asked = [
  {
    jsonrpc: '2.0',
    id: 1,
    method: 'initialize',
    params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'bench', version: '1.0.0' } },
  },
  { jsonrpc: '2.0', method: 'notifications/initialized' },
  { jsonrpc: '2.0', id: 2, method: 'tools/list' },
]
const proxy = `${root}packages/proxy/dist/index.js`

const times = new Map(Object.keys(servers).map((name) => [name, []]))
const imports = []
// In turns, so that the load of the machine falls on all alike.
for (let round = 0; round < rounds; round++) {
  for (const [name, program] of Object.entries(servers)) times.get(name).push(await timeToTools(program))
  imports.push(await importTime())
}

console.log('| server | from its start to the list of its tools, ms |\n|---|---|')
for (const [name, values] of times) console.log(`| ${name} | ${Math.round(median(values))} |`)
const { atStart, byCalls } = await proxySize()
console.log(
  `\ncreateProxy: ${atStart} B at the start, ${byCalls} B by calls, minified and gzipped; its import takes ${median(imports).toFixed(1)} ms.`,
)
console.log(`\nMedian of ${rounds} new processes of Node ${process.versions.node}.`)

/** Milliseconds from the start of a process to the list of its tools. */
async function timeToTools(program) {
  const began = performance.now()
  const child = spawn(process.execPath, [program], { stdio: ['pipe', 'pipe', 'ignore'] })
  for (const message of asked) child.stdin.write(`${JSON.stringify(message)}\n`)
  let output = ''
  for await (const chunk of child.stdout.setEncoding('utf8')) if ((output += chunk).includes('"id":2')) break
  const taken = performance.now() - began
  if (!output.includes('"tools":[{')) throw new Error(`${program} listed no tools: ${output.slice(0, 500)}`)
  child.kill()
  await once(child, 'close')
  return taken
}

/** Milliseconds that the import of the proxy takes in a new process. */
async function importTime() {
  const script = `const began = performance.now(); await import(${JSON.stringify(proxy)}); console.log(performance.now() - began)`
  return Number((await run(process.execPath, ['--input-type=module', '-e', script])).stdout)
}

/** Bytes of the proxy with all that it imports, of whose models a request loads one. */
async function proxySize() {
  const { outputFiles, metafile } = await build({
    entryPoints: [proxy],
    ...{
      bundle: true,
      minify: true,
      splitting: true,
      format: 'esm',
      platform: 'neutral',
      write: false,
      metafile: true,
    },
    ...{ outdir: `${root}out`, absWorkingDir: root, logLevel: 'silent', mainFields: ['module', 'main'] },
    external: ['node:*'],
  })
  const outputs = metafile.outputs
  const loaded = new Set()
  const load = (output) => {
    if (loaded.has(output)) return
    loaded.add(output)
    for (const { path, kind } of outputs[output].imports) if (kind === 'import-statement' && outputs[path]) load(path)
  }
  load(Object.keys(outputs).find((output) => outputs[output].entryPoint?.endsWith('proxy/dist/index.js')))
  const sizeOf = (names) => {
    const texts = names.map((name) => outputFiles.find(({ path }) => path === `${root}${name}`).text)
    return texts.length === 0 ? 0 : gzipSync(texts.join('\n'), { level: 9 }).length
  }
  const ofOtherModels = (output) =>
    /(validators|facts|media)\/(?!sd_2\.0_discount)[^/]*\.js$/.test(outputs[output].entryPoint ?? '')
  return {
    atStart: sizeOf([...loaded]),
    byCalls: sizeOf(Object.keys(outputs).filter((output) => !loaded.has(output) && !ofOtherModels(output))),
  }
}

function median(numbers) {
  return [...numbers].sort((one, other) => one - other)[numbers.length >> 1]
}
