import { expect, test } from 'vitest'
import { commands } from '../src/commands/index.js'
import { readCommandLine } from '../src/definition/parse.js'
import { formatNext, getCommand, optionWords, resumeCommand, type NextCommand } from '../src/failure/next-command.js'

const line = (next: NextCommand, globals: Parameters<typeof formatNext>[2] = {}): string =>
  formatNext(next, 'model-tasks', globals)

test('values that begin with a dash are one word with their option', () => {
  expect(line(getCommand('t1', '-x.png', true))).toBe('model-tasks get t1 --out=-x.png --force')
  expect(line(getCommand('-t1', '-x.png'))).toBe('model-tasks get --out=-x.png -- -t1')
  expect(line(resumeCommand('-out/'))).toBe('model-tasks resume --out=-out/')
  expect(line(['wait', 't1'], { profile: '-mine', baseUrl: '--url' })).toBe(
    'model-tasks wait t1 --profile=-mine --base-url=--url',
  )
})

test('other values are words of their own, and so is the dash that stands for standard output', () => {
  expect(line(getCommand('t1', 'x.png'))).toBe('model-tasks get t1 --out x.png')
  expect(line(resumeCommand('-'))).toBe('model-tasks resume --out -')
  expect(line(resumeCommand(undefined))).toBe('model-tasks resume')
  expect(line(['wait', 't1'], { profile: 'work' })).toBe('model-tasks wait t1 --profile work')
})

test.each(['-x.png', '--force', '-', '--', 'x.png', '-=', ''])('the option is read back with the value %j', (value) => {
  const { given } = readCommandLine(commands, ['get', 't1', ...optionWords('out', value)])
  expect(given.out).toBe(value)
})
