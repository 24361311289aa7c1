import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import ts from 'typescript'

/** One thing a package exports, as its declaration says it. */
export interface Declaration {
  name: string
  kind: 'class' | 'interface' | 'type' | 'function' | 'const'
  /** The doc comment, in Markdown, on one line per paragraph. */
  description: string
  /** The declaration without its body; of a class and an interface, its head. */
  signature: string
  /** What a class or an interface extends. */
  extends?: string
  members: Member[]
}

/** A method or property. */
export interface Member {
  name: string
  signature: string
  description: string
}

const descriptionOf = (node: ts.Node): string =>
  ts
    .getJSDocCommentsAndTags(node)
    .filter(ts.isJSDoc)
    .map(({ comment }) => ts.getTextOfJSDocComment(comment) ?? '')
    .join('\n')
    .split(/\n\s*\n/)
    .map((paragraph) => paragraph.replace(/\s*\n\s*/g, ' ').trim())
    .join('\n\n')

/** The text of a declaration up to its body, on one line, without the words that only its own file needs. */
const signatureOf = (node: ts.Node, start: ts.Node, body: ts.Node | undefined): string =>
  node
    .getSourceFile()
    .text.slice(start.getStart(), body?.getStart() ?? node.end)
    .replace(/\/\*\*[\s\S]*?\*\/\s*/g, '')
    .replace(/\s+/g, ' ')
    .replace(/([(<]) | (?=[)])|,(?= [)}>])/g, '$1')
    .replace(/ \| undefined$/, '')
    .replace(/[;\s]+$/, '')

const isPublic = (member: ts.ClassElement | ts.TypeElement): boolean =>
  member.name !== undefined &&
  !ts.isPrivateIdentifier(member.name) &&
  !ts.isComputedPropertyName(member.name) &&
  (ts.getCombinedModifierFlags(member) & (ts.ModifierFlags.Private | ts.ModifierFlags.Protected)) === 0

const memberOf = (member: ts.ClassElement | ts.TypeElement): Member[] => {
  if (ts.isConstructorDeclaration(member)) {
    // One that needs an argument is called by the package itself.
    if (member.parameters.some(({ initializer, questionToken }) => !initializer && !questionToken)) return []
    const parameters = member.parameters.map((parameter) => parameter.getText()).join(', ')
    return [{ name: 'constructor', signature: `new (${parameters})`, description: descriptionOf(member) }]
  }
  if (!isPublic(member) || member.name === undefined) return []
  const body = 'body' in member ? member.body : undefined
  const isNode = (value: unknown): value is ts.Node =>
    typeof value === 'object' && value !== null && 'getStart' in value
  const signature = signatureOf(member, member.name, isNode(body) ? body : undefined)
  return [
    {
      name: member.name.getText(),
      // A getter is read like a property.
      signature: ts.isGetAccessor(member) ? `readonly ${signature.replace('()', '')}` : signature,
      description: descriptionOf(member),
    },
  ]
}

/** Whether a declaration is for the packages of this repository alone (`@internal`). */
const isInternal = (node: ts.Node): boolean => ts.getJSDocTags(node).some(({ tagName }) => tagName.text === 'internal')

const declarationOf = (node: ts.Statement, wanted: string): Declaration | undefined => {
  const description = descriptionOf(node)
  if (ts.isClassDeclaration(node) && node.name?.text === wanted) {
    const parent = node.heritageClauses?.find(({ token }) => token === ts.SyntaxKind.ExtendsKeyword)?.types[0]
    return {
      name: wanted,
      kind: 'class',
      description,
      signature: `class ${wanted}`,
      ...(parent === undefined ? {} : { extends: parent.expression.getText() }),
      members: node.members.flatMap(memberOf),
    }
  }
  if (ts.isInterfaceDeclaration(node) && node.name.text === wanted) {
    const parents = node.heritageClauses?.flatMap(({ types }) => types.map((type) => type.getText())) ?? []
    return {
      name: wanted,
      kind: 'interface',
      description,
      signature: `interface ${wanted}`,
      ...(parents.length === 0 ? {} : { extends: parents.join(', ') }),
      members: node.members.flatMap(memberOf),
    }
  }
  if (ts.isTypeAliasDeclaration(node) && node.name.text === wanted)
    return {
      name: wanted,
      kind: 'type',
      description,
      signature: `type ${signatureOf(node, node.name, undefined)}`,
      members: [],
    }
  if (ts.isFunctionDeclaration(node) && node.name?.text === wanted)
    return {
      name: wanted,
      kind: 'function',
      description,
      signature: `function ${signatureOf(node, node.name, node.body)}`,
      members: [],
    }
  const variable = ts.isVariableStatement(node)
    ? node.declarationList.declarations.find(({ name }) => name.getText() === wanted)
    : undefined
  if (variable === undefined) return undefined
  const { type, initializer } = variable
  const inferred =
    initializer !== undefined && ts.isArrowFunction(initializer)
      ? `: ${signatureOf(initializer, initializer, initializer.body).replace(/ =>$/, '')}`
      : ''
  return {
    name: wanted,
    kind: 'const',
    description,
    signature: `const ${wanted}${type === undefined ? inferred : `: ${type.getText()}`}`,
    members: [],
  }
}

const parse = (file: string): ts.SourceFile =>
  ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true)

const fileOf = (from: string, specifier: ts.Expression | undefined): string | undefined => {
  const path = specifier !== undefined && ts.isStringLiteral(specifier) ? specifier.text : ''
  return path.startsWith('.') ? join(dirname(from), path.replace(/\.js$/, '.ts')) : undefined
}

/** The declaration a file exports under a name, followed through the files that pass it on. */
const find = (file: string, wanted: string): Declaration | 'internal' | undefined => {
  for (const node of parse(file).statements) {
    if (!ts.isExportDeclaration(node)) {
      const own = declarationOf(node, wanted)
      if (own !== undefined) return isInternal(node) ? 'internal' : own
      continue
    }
    const from = fileOf(file, node.moduleSpecifier)
    const named =
      node.exportClause !== undefined && ts.isNamedExports(node.exportClause) ? node.exportClause.elements : undefined
    const element = named?.find(({ name }) => name.text === wanted)
    if (from === undefined || (named !== undefined && element === undefined)) continue
    const found = find(from, element?.propertyName?.text ?? wanted)
    if (found !== undefined) return found
  }
  return undefined
}

const exportedNames = (file: string): string[] =>
  parse(file).statements.flatMap((node) => {
    if (ts.isExportDeclaration(node)) {
      const from = fileOf(file, node.moduleSpecifier)
      if (node.exportClause !== undefined && ts.isNamedExports(node.exportClause))
        // What another package declares is described there.
        return from === undefined && node.moduleSpecifier !== undefined
          ? []
          : node.exportClause.elements.map(({ name }) => name.text)
      return from === undefined ? [] : exportedNames(from)
    }
    const isExported =
      ts.canHaveModifiers(node) &&
      ts.getModifiers(node)?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword) === true
    if (!isExported) return []
    if (ts.isVariableStatement(node)) return node.declarationList.declarations.map(({ name }) => name.getText())
    const { name } = node as ts.DeclarationStatement
    return name === undefined ? [] : [name.getText()]
  })

/**
 * What an entry point exports, in its order, read from the syntax of its sources alone. Names that come from another
 * package, and what is for the packages of this repository alone, are left out. Throws where an export has no declaration.
 */
export const declarationsOf = (entry: string): Declaration[] =>
  [...new Set(exportedNames(entry))].flatMap((name) => {
    const found = find(entry, name)
    if (found === undefined) throw new Error(`${entry} exports ${name}, which is declared nowhere`)
    return found === 'internal' ? [] : found
  })
