/** The example of the README, checked by the compiler. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import ts from 'typescript'
import { expect, it } from 'vitest'

const folder = join(import.meta.dirname, '..')
const readme = await readFile(join(folder, 'README.md'), 'utf8')
const [, example = ''] = /^```tsx\n(.*?)^```$/ms.exec(readme) ?? []

/** The mistakes of a program in a file that would lie beside the README. */
function mistakesOf(program: string): string[] {
  const path = join(folder, 'readme.tsx')
  const options: ts.CompilerOptions = {
    strict: true,
    noEmit: true,
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
    jsx: ts.JsxEmit.ReactJSX,
    lib: ['lib.es2023.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'],
    types: [],
    skipLibCheck: true,
  }
  const host = ts.createCompilerHost(options)
  const { readFile: read, fileExists } = host
  host.readFile = (file) => (file === path ? program : read.call(host, file))
  host.fileExists = (file) => file === path || fileExists.call(host, file)
  const getSourceFile = host.getSourceFile.bind(host)
  host.getSourceFile = (file, languageVersion, ...rest) =>
    file === path ? ts.createSourceFile(file, program, languageVersion) : getSourceFile(file, languageVersion, ...rest)
  return ts
    .getPreEmitDiagnostics(ts.createProgram([path], options, host))
    .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'))
}

it('compiles, and a wrong parameter in it does not', () => {
  expect(example).toContain('useSubmit')
  expect(mistakesOf(example)).toEqual([])
  expect(mistakesOf(example.replace('duration: 5', 'duration: 99')).join()).toContain('99')
  expect(mistakesOf(example.replace('duration: 5', 'seconds: 5')).join()).toContain('seconds')
})
