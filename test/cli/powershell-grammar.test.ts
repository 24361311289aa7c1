/** The completion for PowerShell in the grammar with which an editor reads it: PowerShell itself is on few machines that run these tests. */
import { createRequire } from 'node:module'
import { Language, Parser, type Node } from '@vscode/tree-sitter-wasm'
import { beforeAll, expect, test } from 'vitest'
import { powershell } from '../../packages/cli/src/completion/shells/powershell.js'

const parser: { current?: Parser } = {}
beforeAll(async () => {
  await Parser.init()
  const grammar = createRequire(import.meta.url).resolve('@vscode/tree-sitter-wasm/wasm/tree-sitter-powershell.wasm')
  parser.current = new Parser().setLanguage(await Language.load(grammar))
})

/** What of a script is not PowerShell, with its place. */
function faultsOf(script: string): string[] {
  const tree = parser.current?.parse(script)
  const walk = (node: Node): string[] => {
    const { row, column } = node.startPosition
    const own = node.isError || node.isMissing ? [`${row + 1}:${column + 1} ${node.text.slice(0, 60)}`] : []
    return [...own, ...node.children.flatMap((child) => (child ? walk(child) : []))]
  }
  return tree ? walk(tree.rootNode) : ['nothing was read']
}

test('the script is PowerShell from its first line to its last', () => {
  expect(faultsOf(powershell)).toEqual([])
})

test.each([
  ['a bracket that is never closed', (script: string) => script.replace('))\n', ')\n')],
  ['a block that is never closed', (script: string) => script.replace(/\}\s*$/, '')],
  [
    'a word of another shell',
    (script: string) => script.replace('foreach ($line in $found) {', 'for line in $found; do'),
  ],
])('the grammar notices %s', (_, broken) => {
  expect(broken(powershell)).not.toBe(powershell)
  expect(faultsOf(broken(powershell))).not.toEqual([])
})
