// The mutants that Stryker does not make: each number of an area becomes 0, one more, and twice as much. What a README promises
// with a figure has a test that notices.
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

const ts = createRequire(import.meta.url)('typescript')

/** 0 and 1 are indices and steps, of which Stryker's own mutants of operators say enough. */
const isFigure = (value) => value > 1

/** What a number becomes. */
const mutantsOf = (value) => [...new Set([0, value + 1, value * 2])]

/** Runs in the tests: notes which mutants a number has, and is the number or its mutant. Known to each source by this name. */
const prelude = `globalThis.modelTasksNumber ??= (mutants, value) => {
  const run = (globalThis.__stryker__ ??= {})
  const coverage = (run.mutantCoverage ??= { static: {}, perTest: {} })
  const reached = run.currentTestId ? (coverage.perTest[run.currentTestId] ??= {}) : coverage.static
  for (const id in mutants) reached[id] = (reached[id] ?? 0) + 1
  return run.activeMutant in mutants ? mutants[run.activeMutant] : value
};`

/**
 * The sources of an area with all mutants of their numbers in them, and what these are. A constant of a module is mutated where it
 * is used, in whichever source of the area, since its own value is settled once.
 */
export function mutateNumbers(sources) {
  const mutants = []
  const parsed = [...sources].map(([name, text]) => ({
    name,
    text,
    tree: ts.createSourceFile(name, text, ts.ScriptTarget.Latest, true),
  }))
  const add = (name, tree, literal, values) => {
    const { line } = tree.getLineAndCharacterOfPosition(literal.getStart())
    const of = (replacement, value) => {
      const id = String(mutants.length)
      mutants.push({ id, name, line: line + 1, mutator: 'Number', original: literal.text, replacement })
      return [id, value]
    }
    return Object.fromEntries(values.map(([replacement, value]) => of(String(replacement), value)))
  }
  const constants = new Map()
  for (const { name, tree } of parsed)
    for (const { name: identifier, initializer } of constantsOf(tree)) {
      const values = {}
      for (const literal of figuresIn(initializer))
        Object.assign(
          values,
          add(
            name,
            tree,
            literal,
            mutantsOf(Number(literal.text)).map((mutant) => [mutant, valueOf(initializer, literal, mutant)]),
          ),
        )
      if (Object.keys(values).length > 0) constants.set(constantKey(name, identifier.text), values)
    }
  const files = parsed.map(({ name, text, tree }) => {
    const settled = new Set(constantsOf(tree).map(({ initializer }) => initializer))
    const origins = originsOf(name, tree)
    const mutantsOfConstant = ({ text }) => constants.get(origins.get(text))
    const edits = []
    const wrap = (node, mutants, prefix = '') =>
      edits.push([
        node.getStart(),
        node.getEnd(),
        `${prefix}globalThis.modelTasksNumber(${JSON.stringify(mutants)}, ${node.getText()})`,
      ])
    const visit = (node) => {
      if (ts.isTypeNode(node) || ts.isImportDeclaration(node) || settled.has(node)) return
      if (ts.isShorthandPropertyAssignment(node) && mutantsOfConstant(node.name))
        return wrap(node.name, mutantsOfConstant(node.name), `${node.name.text}: `)
      if (ts.isIdentifier(node) && mutantsOfConstant(node) && isUse(node)) return wrap(node, mutantsOfConstant(node))
      if (ts.isNumericLiteral(node) && isFigure(Number(node.text)) && node.parent.name !== node) {
        const value = Number(node.text)
        wrap(
          node,
          add(
            name,
            tree,
            node,
            mutantsOf(value).map((mutant) => [mutant, mutant]),
          ),
        )
      }
      ts.forEachChild(node, visit)
    }
    ts.forEachChild(tree, visit)
    const content = edits
      .sort(([left], [right]) => right - left)
      .reduce((whole, [start, end, code]) => whole.slice(0, start) + code + whole.slice(end), text)
    return { name, content: `${prelude}\n${content}` }
  })
  return { files, mutants }
}

const constantKey = (source, name) => `${source} ${name}`

/**
 * Of each name that stands for a constant of a module throughout a source, whether its own or an imported one: the key of that
 * constant. A name that a function also declares is left out, since a variable may have the name of a constant.
 */
function originsOf(source, tree) {
  const own = new Set(constantsOf(tree).map(({ name }) => name))
  const origins = new Map()
  const variables = new Set()
  const visit = (node) => {
    if (ts.isImportSpecifier(node)) {
      const { text } = node.parent.parent.parent.moduleSpecifier
      const from = join(dirname(source), text).replace(/\.js$/, '.ts')
      origins.set(node.name.text, constantKey(from, (node.propertyName ?? node.name).text))
    } else if (own.has(node.name)) origins.set(node.name.text, constantKey(source, node.name.text))
    else if ((ts.isVariableDeclaration(node) || ts.isParameter(node) || ts.isBindingElement(node)) && node.name.text)
      variables.add(node.name.text)
    ts.forEachChild(node, visit)
  }
  visit(tree)
  for (const name of variables) origins.delete(name)
  return origins
}

/** The constants of a module whose value is written with numbers alone. */
function constantsOf(tree) {
  return tree.statements
    .filter((statement) => ts.isVariableStatement(statement) && statement.declarationList.flags & ts.NodeFlags.Const)
    .flatMap((statement) => [...statement.declarationList.declarations])
    .filter(({ name, initializer }) => ts.isIdentifier(name) && initializer && isArithmetic(initializer))
}

function isArithmetic(node) {
  if (ts.isBinaryExpression(node)) return isArithmetic(node.left) && isArithmetic(node.right)
  if (ts.isArrayLiteralExpression(node)) return node.elements.every(isArithmetic)
  if (ts.isParenthesizedExpression(node)) return isArithmetic(node.expression)
  return ts.isNumericLiteral(node)
}

function figuresIn(node) {
  if (ts.isNumericLiteral(node)) return isFigure(Number(node.text)) ? [node] : []
  return node.getChildren().flatMap(figuresIn)
}

/** The value of a constant with another number in place of one of its own. */
function valueOf(node, literal, mutant) {
  if (node === literal) return mutant
  if (ts.isNumericLiteral(node)) return Number(node.text)
  if (ts.isArrayLiteralExpression(node)) return node.elements.map((each) => valueOf(each, literal, mutant))
  if (ts.isParenthesizedExpression(node)) return valueOf(node.expression, literal, mutant)
  const [left, right] = [valueOf(node.left, literal, mutant), valueOf(node.right, literal, mutant)]
  const operators = {
    [ts.SyntaxKind.PlusToken]: () => left + right,
    [ts.SyntaxKind.MinusToken]: () => left - right,
    [ts.SyntaxKind.AsteriskToken]: () => left * right,
    [ts.SyntaxKind.SlashToken]: () => left / right,
    [ts.SyntaxKind.AsteriskAsteriskToken]: () => left ** right,
  }
  return operators[node.operatorToken.kind]()
}

/** Whether a name stands for a value here, and is neither declared nor the name of a property or an export. */
function isUse({ parent, text }) {
  if (ts.isPropertyAccessExpression(parent)) return parent.name.text !== text
  return parent.name?.text !== text && !ts.isExportSpecifier(parent) && !ts.isImportSpecifier(parent)
}
