import { format, type FormatConfig } from 'oxfmt'
import { Project, SyntaxKind } from 'ts-morph'

const banner = '// Made from spec/meta by json-schema-to-typescript (npm run spec:types); not edited by hand.'
const style: FormatConfig = { printWidth: 120, semi: false, singleQuote: true }

/**
 * Declarations in one text, divided into source files that import from each other: the text of each by its name.
 * `files` says for each type the file that it belongs to; what it does not name is left out, and so are comments.
 */
export async function divide(text: string, files: ReadonlyMap<string, string>): Promise<Map<string, string>> {
  const all = new Project({ useInMemoryFileSystem: true }).createSourceFile('all.ts', text)
  const importable = new Map([...files, ['JsonValue', '../../catalogue.ts']])
  const divided = new Map<string, { imports: Map<string, Set<string>>; declarations: string[] }>()
  for (const declaration of [...all.getInterfaces(), ...all.getTypeAliases()]) {
    const file = files.get(declaration.getName())
    if (file === undefined) continue
    const part = divided.get(file) ?? { imports: new Map<string, Set<string>>(), declarations: [] }
    divided.set(file, part)
    declaration.getJsDocs().forEach((comment) => comment.remove())
    part.declarations.push(declaration.getText())
    for (const reference of declaration.getDescendantsOfKind(SyntaxKind.TypeReference)) {
      const type = reference.getTypeName().getText()
      const from = importable.get(type)
      if (from !== undefined && from !== file) part.imports.set(from, (part.imports.get(from) ?? new Set()).add(type))
    }
  }
  const texts = [...divided].map(async ([file, { imports, declarations }]): Promise<[string, string]> => {
    const importing = [...imports].sort().map(([from, types]) => importOf([...types].sort(), from))
    const { code, errors } = await format(file, [banner, ...importing, '', ...declarations].join('\n'), style)
    if (errors.length > 0) throw new Error(errors.map(({ message }) => message).join('\n'))
    return [file, code]
  })
  return new Map(await Promise.all(texts))
}

function importOf(types: string[], from: string): string {
  const path = (from.startsWith('.') ? from : `./${from}`).replace(/\.ts$/, '.js')
  return `import type { ${types.join(', ')} } from '${path}'`
}
