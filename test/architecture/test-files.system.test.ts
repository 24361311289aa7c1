import { execFile, execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { promisify } from 'node:util'
import ts from 'typescript'
import { expect, test } from 'vitest'
import type { TestSpecification, Vitest } from 'vitest/node'
import { vitest } from '../../packages/workspace/src/vitest.js'
import { longest, replacing, settings } from '../vitest.settings.js'
import { root } from './imports.js'

// Most files of tests follow one another in one process and share its modules (test/vitest.config.ts).
const files = namedLike('*/test/*.ts', 'test/*.ts')
  .filter((file) => !/^test\/(consumers|runtimes|bench)\//.test(file))
  .map((file) => ({ file, text: readFileSync(join(root, file), 'utf8') }))

test('the files that replace a module are those that have modules of their own', () => {
  const found = files.filter(({ text }) => /^ *vi\.(?:mock|doMock)\(/m.test(text)).map(({ file }) => file)
  expect(found.sort()).toEqual([...replacing].sort())
})

test('every file of tests belongs to one run: npm test, npm run test:system, npm run test:readme or the swift of the consumers', async () => {
  const configurations = ['test/vitest.config.ts', 'test/readme/vitest.config.ts', 'test/swift/vitest.config.ts']
  const runs = await Promise.all(configurations.map(filesOf))
  expect(
    runs
      .flat()
      .map(({ file }) => file)
      .sort(),
  ).toEqual(namedLike('*.test.ts').sort())
  expect(
    runs.flat().filter(({ file, projectName }) => file.endsWith('.system.test.ts') !== (projectName === 'system')),
  ).toEqual([])
})

test('each entry of the order of the long tests names files that are there', () => {
  const all = namedLike('*.test.ts')
  expect(longest.filter((entry) => !all.some((file) => file.includes(entry)))).toEqual([])
})

test('npm test leaves out the system tests unless a path or a project is named', () => {
  const left = '--project=!system'
  expect(vitest('run', [])).toContain(left)
  expect(vitest('watch', ['-t', 'some name'])).toContain(left)
  for (const named of [['test/faults', 'test/e2e/start'], ['--project=system'], ['--project', '*']]) {
    expect(vitest('run', named)).not.toContain(left)
    expect(vitest('run', named).slice(-named.length)).toEqual(named)
  }
})

test('with --sequence.shuffle the files are in an order that follows from the seed, and else the long ones come first', async () => {
  const named = ['client/test/a', 'client/test/b', 'service/test/c', 'service/test/d', 'cli/test/e', 'test/faults/f']
  const specifications = named.map((name) => ({
    moduleId: join(root, name),
    project: { config: { root, sequence: { groupOrder: 0 } } },
  }))
  const order = async (sequence: { shuffle: boolean; seed: number }): Promise<string[]> => {
    const logger = { log: () => undefined }
    const context = {
      config: { root, sequence },
      cache: { getFileStats: () => undefined, getFileTestResults: () => undefined },
      logger,
    } as unknown as Vitest
    const sorted = await new settings.test.sequence.sequencer(context).sort(
      specifications as unknown as TestSpecification[],
    )
    return sorted.map(({ moduleId }) => relative(root, moduleId))
  }
  const seven = await order({ shuffle: true, seed: 7 })
  expect(await order({ shuffle: true, seed: 7 })).toEqual(seven)
  expect(await order({ shuffle: true, seed: 8 })).not.toEqual(seven)
  expect(seven.toSorted()).toEqual(named.toSorted())
  expect((await order({ shuffle: false, seed: 7 }))[0]).toBe('test/faults/f')
  expect(vitest('run', ['--sequence.shuffle'])).toEqual(
    expect.arrayContaining(['--project=!system', '--sequence.shuffle']),
  )
})

test('a module that several files of tests load has no hook of its own, which would belong to the first of them', () => {
  const loadedOnce = ['test/vitest.setup.ts', /^test\/(browser|foreign)\//]
  const found = files.filter(
    ({ file, text }) =>
      !file.endsWith('.test.ts') &&
      !loadedOnce.some((each) => (typeof each === 'string' ? each === file : each.test(file))) &&
      /^(?:before|after)(?:All|Each)\(/m.test(text),
  )
  expect(found.map(({ file }) => file)).toEqual([])
})

test('no test, hook or poll has a bound of its own that a busy machine could reach: those of the settings are the least', () => {
  // Parsing all files would take seconds: a bound is the value of a timeout, or a number at the end of a call.
  const mayHaveBounds = files.filter(({ text }) => /\btimeout:|,\s*\d[\d_]+,?\s*\)/.test(text))
  const bounds = mayHaveBounds.flatMap(({ file, text }) => boundsIn(file, text))
  expect(bounds.length).toBeGreaterThan(2)
  expect(bounds.filter(({ milliseconds, least }) => milliseconds < least)).toEqual([])
})

/** The files of the repository, committed or not, whose path matches one of the patterns. */
function namedLike(...patterns: string[]): string[] {
  const list = ['ls-files', '--cached', '--others', '--exclude-standard', ...patterns]
  const paths = execFileSync('git', list, { cwd: root, encoding: 'utf8' }).split('\n')
  return paths.filter((path) => path !== '' && existsSync(join(root, path)))
}

/** The files of tests that Vitest finds with a configuration, each with its project. */
async function filesOf(config: string): Promise<{ file: string; projectName?: string }[]> {
  const list = ['node_modules/vitest/vitest.mjs', 'list', '--filesOnly', '--json', '--config', config]
  const { stdout } = await promisify(execFile)(process.execPath, list, { cwd: root })
  const found = JSON.parse(stdout) as { file: string; projectName?: string }[]
  return found.map((each) => ({ ...each, file: relative(root, each.file) }))
}

/** The milliseconds that a file gives its own tests, hooks and polls, each with the least that the settings allow. */
function boundsIn(file: string, text: string): { place: string; milliseconds: number; least: number }[] {
  const found: { place: string; milliseconds: number; least: number }[] = []
  const {
    testTimeout,
    expect: { poll },
  } = settings.test
  const tree = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true)
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node)) {
      const callee = node.expression.getText()
      const least = /\bexpect\s*\.poll$/.test(callee) ? poll.timeout : testTimeout
      const isBounded = least === poll.timeout || /^(?:test|it|describe|(?:before|after)(?:All|Each))\b/.test(callee)
      for (const argument of isBounded ? node.arguments : [])
        for (const number of [argument, ...timeoutsIn(argument)])
          if (ts.isNumericLiteral(number))
            found.push({
              place: `${file}:${tree.getLineAndCharacterOfPosition(number.getStart()).line + 1}`,
              milliseconds: Number(number.text),
              least,
            })
    }
    ts.forEachChild(node, visit)
  }
  visit(tree)
  return found
}

/** The values of `timeout` in the options of a test or a poll. */
function timeoutsIn(argument: ts.Expression): ts.Expression[] {
  if (!ts.isObjectLiteralExpression(argument)) return []
  return argument.properties.flatMap((property) =>
    ts.isPropertyAssignment(property) && property.name.getText() === 'timeout' ? [property.initializer] : [],
  )
}
