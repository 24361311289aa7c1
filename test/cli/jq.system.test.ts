import { describe, expect, test } from 'vitest'
import { servedDesk } from './support/served-desk.js'

const { desk } = await servedDesk()

const run = ['run', 'beta-5.0', '--again', '--json']

describe('what an expression makes of a result', () => {
  test.each([
    ['a string, without quotes', '.id', 'beta-5.0\n'],
    ['several values, one per line', '.id, .listed, .kind', 'beta-5.0\ntrue\nimage\n'],
    ['null, as an empty line', '.nothing', '\n'],
    ['an object, on one line', '{id, n: (1 + 1)}', '{"id":"beta-5.0","n":2}\n'],
    ['nothing', 'empty', ''],
    ['what only a whole jq knows', '. as {id: $id} | try error($id) catch "caught \\(.)"', 'caught beta-5.0\n'],
  ])('%s', async (_, expression, out) => {
    expect(await desk.run(['models', 'show', 'beta-5.0', '--json', '--jq', expression])).toEqual({
      code: 0,
      out,
      err: '',
    })
  })

  test('is printed by run, get, list and schema', async () => {
    const { out } = await desk.run([...run, 'prompt=a boat', '--jq', '.id, .status'])
    expect(out).toMatch(/^task_\w+\ncompleted\n$/)
    const [id = ''] = out.split('\n')
    expect((await desk.run(['get', id, '--json', '--jq=.model'])).out).toBe('beta-5.0\n')
    expect((await desk.run(['list', '--json', '--jq', '.[].id'])).out.split('\n')).toContain(id)
    expect((await desk.run(['schema', 'beta-5.0', '--json', '--jq', '.type'])).out).toBe('object\n')
  })

  test('is applied to each line of a command that prints several', async () => {
    const one = (await desk.run(['submit', 'beta-5.0', '--again', 'prompt=one', '--json', '--jq', '.id'])).out.trim()
    const two = (await desk.run(['submit', 'beta-5.0', '--again', 'prompt=two', '--json', '--jq', '.id'])).out.trim()
    const waited = await desk.run(['wait', one, two, '--json', '--jq', '"\\(.id) \\(.status) \\(.exitCode)"'])
    expect(waited.out.split('\n').sort()).toEqual(['', `${one} completed 0`, `${two} completed 0`].sort())
    const watched = await desk.run(['watch', one, two, '--json', '--jq', 'select(.status == "completed") | .id'])
    expect(watched.out.split('\n').sort()).toEqual(['', one, two].sort())
  })
})

describe('a wrong expression', () => {
  test.each([
    ['.a[', '--jq: syntax error, unexpected end of file, line 1, column 3:\n    .a[\n      ^'],
    ['nosuch', '--jq: nosuch/0 is not defined, line 1, column 1:\n    nosuch\n    ^^^^^^'],
    ['', '--jq: Top-level program not given (try ".")'],
    ['-n', '--jq: n/0 is not defined, line 1, column 2:\n    -n\n     ^'],
  ])('%j is found before a task is bought', async (expression, message) => {
    const before = (await desk.run(['list', '--remote', '--json', '--jq', 'length'])).out
    const { code, out, err } = await desk.run([...run, 'prompt=not bought', `--jq=${expression}`])
    expect({ code, out }).toEqual({ code: 2, out: '' })
    expect(err).toContain(`error   ${message}\n`)
    expect((await desk.run(['list', '--remote', '--json', '--jq', 'length'])).out).toBe(before)
  })

  test('that does not fit the result names the task, which is paid for', async () => {
    const { code, out, err } = await desk.run([...run, 'prompt=paid for', '--jq', '.id.name'])
    const [id] = /task_\w+/.exec(err)!
    expect({ code, out }).toEqual({ code: 1, out: '' })
    expect(err).toContain(
      `error   --jq: Cannot index string with string ("name"); task ${id} is completed\nnext    model-tasks get ${id} --json\n`,
    )
  })
})

test('--jq without --json says so and corrects the command', async () => {
  const { code, err } = await desk.run(['models', '--jq', '.[].id'])
  expect(code).toBe(2)
  expect(err).toBe("error   --jq requires --json\nnext    model-tasks models --jq '.[].id' --json\n")
})

test('a command without a result as JSON rejects --jq', async () => {
  const { code, err } = await desk.run(['completion', 'bash', '--json', '--jq', '.'])
  expect(code).toBe(2)
  expect(err).toContain('error   completion prints no JSON that --jq could be applied to; leave out --jq\n')
})

test('an error is on standard error alone', async () => {
  const { code, out, err } = await desk.run(['get', 'task_gone', '--json', '--jq', '.id'])
  expect({ code, out }).toEqual({ code: 10, out: '' })
  expect(err).toContain('error ')
})
