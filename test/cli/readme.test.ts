import { readFileSync } from 'node:fs'
import { exitCodes } from '@model-tasks/cli'
import { expect, test } from 'vitest'
import { openDesk } from './support/cli.js'

test('the README lists every command and exit code', async () => {
  const readme = readFileSync(new URL('../../packages/cli/README.md', import.meta.url), 'utf8').replace(/ +\|/g, ' |')
  for (const { code, meaning } of Object.values(exitCodes)) expect(readme).toContain(`| ${code} | ${meaning} |`)
  const desk = await openDesk()
  const { out } = await desk.run(['--help'])
  await desk.close()
  const commands = [...out.matchAll(/^ {2}([a-z]+)(?: .*)? {2,}\S/gm)]
    .map(([, name]) => name!)
    .filter((name) => name !== 'help')
  expect(commands.length).toBeGreaterThan(12)
  for (const command of commands) expect(readme).toMatch(new RegExp(`\`${command}\\b`))
})
