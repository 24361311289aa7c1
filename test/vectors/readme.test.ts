import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { generated } from './verdict.js'

test('the example in the README of @model-tasks/spec answers what stands below it', () => {
  const readme = readFileSync(new URL('spec/README.md', generated), 'utf8')
  const [, code = '', answer = ''] = /```js\n([^]*?)\n\/\/ (.*)\n```/.exec(readme) ?? []
  const printed = code.replace(/^validate\(.*$/m, 'console.log(JSON.stringify($&))')
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', printed], {
    cwd: fileURLToPath(generated),
    encoding: 'utf8',
  })
  expect(stderr).toBe('')
  expect(JSON.parse(stdout)).toEqual(JSON.parse(answer.replace(/([{ ])(\w+):/g, '$1"$2":').replaceAll("'", '"')))
})
