import { readFileSync } from 'node:fs'
import { protocols } from '@model-tasks/documents/upstreams'
import { expect, test } from 'vitest'

const read = (file: string): string => readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8')

test.each([
  'packages/service/README.md',
  'packages/site/content/en/your-provider.md',
  'packages/site/content/zh/your-provider.md',
])('%s names every protocol', (file) => {
  const text = read(file)
  expect(protocols.filter((protocol) => !text.includes(`\`${protocol}\``))).toEqual([])
})

test.each(['README.md', 'packages/service/README.md'])('%s counts the protocols that there are', (file) => {
  const words = [
    'sixteen',
    'seventeen',
    'eighteen',
    'nineteen',
    'twenty',
    'twenty-one',
    'twenty-two',
    'twenty-three',
    'twenty-four',
  ]
  const counted = read(file).matchAll(new RegExp(`\\b(${words.join('|')}) \\[?(?:\\w+ )?protocols`, 'gi'))
  const counts = [...counted].map(([, count = '']) => count.toLowerCase())
  expect(new Set(counts)).toEqual(new Set([words[protocols.length - 16]]))
})
