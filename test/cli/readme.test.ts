import { readFileSync } from 'node:fs'
import { commands, exitCodes, optionName } from '@model-tasks/cli/commands'
import { expect, test } from 'vitest'
import { openDesk } from './support/cli.js'

const readme = readFileSync(new URL('../../packages/cli/README.md', import.meta.url), 'utf8')

test('the README lists every command and exit code', () => {
  const rows = readme.replace(/ +\|/g, ' |')
  for (const entry of Object.values(exitCodes)) {
    const reached = 'reached' in entry ? entry.reached : 'see the output'
    expect(rows).toContain(`| ${entry.code} | ${reached} | ${entry.meaning} |`)
  }
  for (const { name, hidden } of commands) if (hidden !== true) expect(readme).toContain(`\`${name}`)
})

test('every command has help with a description, examples and options of its own and of all', async () => {
  const desk = await openDesk()
  for (const { name, description, examples, options } of commands) {
    const { code, out } = await desk.run([...name.split(' '), '--help'])
    expect(code).toBe(0)
    expect(out.replace(/\s+/g, ' ')).toContain(description)
    expect(examples.length).toBeGreaterThan(0)
    for (const { command } of examples) expect(out).toContain(`model-tasks ${command}\n`)
    for (const key of [...Object.keys(options), 'json', 'profile', 'debug'])
      expect(out).toContain(`--${optionName(key)}`)
  }
  const { out } = await desk.run(['--help'])
  for (const { name, summary, hidden } of commands)
    if (hidden !== true)
      expect(out).toMatch(new RegExp(`^ {2}${name}( .*)? {2}${summary.replace(/[()]/g, '\\$&')}$`, 'm'))
  for (const group of ['Tasks', 'Models', 'Media', 'Setup']) expect(out).toContain(`\n${group}\n`)
  await desk.close()
})

test('options of the same name take a value in every command or in none', () => {
  const types = new Map<string, string>()
  for (const { options } of commands)
    for (const [key, { type }] of Object.entries(options)) {
      expect(types.get(key) ?? type).toBe(type)
      types.set(key, type)
    }
})
