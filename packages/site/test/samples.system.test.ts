import { execFile, execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import vm from 'node:vm'
import { transform } from 'esbuild'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startService, type RunningService } from '@model-tasks/service'
import { InstantProvider } from './support/instant-provider.js'
import type { Catalogue } from '@model-tasks/spec/catalogue'
import catalogueJson from '@model-tasks/documents/catalogue.json' with { type: 'json' }
import { checkRequestSync } from '@model-tasks/validation/all'
import { exampleBody, sampleLanguages } from '@model-tasks/site'

const { models }: Catalogue = catalogueJson

const between = (text: string, start: string, end: string): string => {
  const from = text.indexOf(start) + start.length
  return text.slice(from, text.indexOf(end, from))
}

/** Whether a command is there and does what it is asked. */
const succeeds = (command: string, args: string[]): boolean => {
  try {
    execFileSync(command, args, { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}
const hasPython = succeeds('python3', ['--version'])

/** Reads the dictionaries out of Python programs with Python's own parser, all in one process. */
const pythonBodies = (programs: string[]): unknown[] => {
  const reader = `
import ast, json, sys
def body(text):
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.Call) and getattr(node.value.func, "id", "") == "call" and len(node.value.args) == 2:
            return ast.literal_eval(node.value.args[1])
print(json.dumps([body(text) for text in json.load(sys.stdin)]))`
  const bodies: unknown[] = JSON.parse(
    execFileSync('python3', ['-c', reader], { input: JSON.stringify(programs), encoding: 'utf8' }),
  )
  return bodies
}

/** The request body a program sends, read as its language would read it. */
const bodyIn: Record<string, (text: string) => unknown> = {
  curl: (text) => JSON.parse(between(text, "-d '", "') ||").replaceAll("'\\''", "'")),
  typescript: (text) => {
    const [model, parameters]: [string, object] = vm.runInNewContext(
      `[${/client\.\w+\(([\s\S]*?)\)\nawait handle/.exec(text)?.[1] ?? ''}]`,
    )
    return { model, ...parameters }
  },
  go: (text) => JSON.parse(between(text, 'const body = `', '`\n\ntype').replaceAll('` + "`" + `', '`')),
  java: (text) => JSON.parse(between(text, '"""\n', '""";').replaceAll('\\"""', '"""').replaceAll('\\\\', '\\')),
  php: (text) => JSON.parse(between(text, "'JSON'\n", '\nJSON;')),
}

const hard = { model: 'beta-5.0', prompt: 'It\'s a "boat" `here` \\ $HOME\n"""纸船""" #{x} ${y} %d' }
const requests = [
  ...models.map((model) => ({
    body: exampleBody(model),
    kind: model.kind,
    invocable: model.availability.status === 'available',
  })),
  { body: hard, kind: 'image' as const, invocable: true },
]

describe.each(sampleLanguages.map((language) => [language.id, language] as const))('samples in %s', (id, language) => {
  test.skipIf(id === 'python' && !hasPython)(
    "send the request they are written for, and each passes its model's validator",
    () => {
      const texts = requests.map((request) => language.write(request))
      const bodies = id === 'python' ? pythonBodies(texts) : texts.map((text) => bodyIn[id]?.(text))
      expect(bodies).toEqual(requests.map(({ body }) => body))
      for (const body of bodies)
        expect(checkRequestSync(body).findings.filter(({ severity }) => severity === 'error')).toEqual([])
    },
  )
})

describe('samples run against the service', () => {
  const data = mkdtempSync(join(tmpdir(), 'samples-'))
  // Beside the built package, so that the TypeScript sample finds the client as a user's program would.
  const beside = mkdtempSync(fileURLToPath(new URL('../dist/samples-', import.meta.url)))
  let service: RunningService
  let env: NodeJS.ProcessEnv
  beforeAll(async () => {
    service = await startService({ dataDirectory: join(data, 'service'), port: 0 }, { provider: new InstantProvider() })
    env = { ...process.env, MODEL_TASKS_BASE_URL: service.baseUrl, MODEL_TASKS_API_KEY: service.newKey }
  })
  afterAll(async () => {
    await service.close()
    rmSync(data, { recursive: true, force: true })
    rmSync(beside, { recursive: true, force: true })
  })

  const written = (id: string): string =>
    sampleLanguages.find((language) => language.id === id)?.write({ body: hard, kind: 'image', invocable: true }) ?? ''

  const runSample = async (
    folder: string,
    file: string,
    text: string,
    command: string,
    args: string[] = [],
  ): Promise<Buffer> => {
    writeFileSync(join(folder, file), text)
    await promisify(execFile)(command, [...args, file], { cwd: folder, env })
    return readFileSync(join(folder, 'result.png'))
  }
  const isPng = (file: Buffer): boolean => file.subarray(1, 4).toString() === 'PNG'

  test.concurrent('curl', async () => {
    expect(isPng(await runSample(mkdtempSync(join(data, 'curl-')), 'sample.sh', written('curl'), 'sh'))).toBe(true)
  })
  test.concurrent('TypeScript', async () => {
    const { code } = await transform(written('typescript'), { loader: 'ts', format: 'esm' })
    expect(isPng(await runSample(beside, 'sample.mjs', code, process.execPath))).toBe(true)
  })

  /** How the other samples are run, where the machine has what they need. Compilers take longer than all tests here. */
  const tools = [
    { id: 'python', file: 'sample.py', command: ['python3'], probe: ['--version'], slow: false },
    {
      id: 'php',
      file: 'sample.php',
      command: ['php'],
      probe: ['-r', 'exit(extension_loaded("curl") ? 0 : 1);'],
      slow: false,
    },
    { id: 'go', file: 'sample.go', command: ['go', 'run'], probe: ['version'], slow: true },
    { id: 'java', file: 'Sample.java', command: ['java'], probe: ['--version'], slow: true },
  ]
  for (const { id, file, command, probe, slow } of tools) {
    const reason =
      slow && process.env.MODEL_TASKS_LONG !== '1'
        ? 'MODEL_TASKS_LONG=1 compiles it'
        : succeeds(command[0] ?? '', probe)
          ? undefined
          : 'this machine lacks what it needs'
    if (reason !== undefined) console.info(`not run: the sample in ${id}: ${reason}`)
    const run = reason === undefined ? test.concurrent : test.concurrent.skip
    run(id, async () => {
      const [program = '', ...args] = command
      const folder = mkdtempSync(join(data, `${id}-`))
      expect(isPng(await runSample(folder, file, written(id), program, args))).toBe(true)
    })
  }
})
