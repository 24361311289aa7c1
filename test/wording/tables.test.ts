import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('../..', import.meta.url))
const pages = execFileSync('git', ['ls-files', '-z', '*.md'], { cwd: root, encoding: 'utf8' })
  .split('\0')
  .filter(Boolean)

/** The lines of a page that begin as rows of a table and are none: without a head above them, or with other cells than it. */
function brokenRows(text: string): string[] {
  const lines = text.replace(/^(```|~~~)[\s\S]*?^\1/gm, (fence) => fence.replace(/^\|/gm, ' |')).split('\n')
  let cells: number | undefined
  return lines.flatMap((line, index) => {
    if (!line.startsWith('|')) {
      cells = undefined
      return []
    }
    const own = line.replaceAll('\\|', '').split('|').length
    const isHead = cells === undefined && /^\|[\s|:-]+\|$/.test(lines[index + 1] ?? '')
    if (isHead) cells = own
    return own === cells ? [] : [`${index + 1}: ${line}`]
  })
}

test('every row of a table is one on the page too', () => {
  const read = pages.map((page) => [page, brokenRows(readFileSync(join(root, page), 'utf8'))] as const)
  expect(Object.fromEntries(read.filter(([, rows]) => rows.length > 0))).toEqual({})
})

test('a row without a head, and two rows in a line, are found', () => {
  const table = '| a | b |\n|---|---|\n| `1 \\| 2` | 3 |\n'
  expect(brokenRows(`${table}\n\`\`\`\n| 4 |\n\`\`\`\n`)).toEqual([])
  expect(brokenRows(`${table}\n| 4 | 5 |\n`)).toEqual(['5: | 4 | 5 |'])
  expect(brokenRows(`${table}| 4 | 5 | | 6 | 7 |\n`)).toEqual(['4: | 4 | 5 | | 6 | 7 |'])
})
