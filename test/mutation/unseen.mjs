// Changes that are not made, since anyone who uses the code sees the same with and without them. A rule is here only if
// that is true of every change of its class, wherever it is made. What merely seems harmless in one place is listed as missed.

const isString = (node, value) => node?.type === 'StringLiteral' && node.value === value
const isCallOf = (node, name) =>
  ['CallExpression', 'OptionalCallExpression'].includes(node?.type) && node.callee.property?.name === name

/**
 * Each rule: why none of its changes is seen, and whether a piece of the syntax tree belongs to it. What is in that piece is not changed.
 */
const rules = [
  {
    why: 'a signal tells at most once that it aborts: `once` only decides when its memory is given back',
    holds: ({ node, parent }) =>
      node.type === 'ObjectExpression' &&
      node.properties.length === 1 &&
      node.properties[0].key?.name === 'once' &&
      isCallOf(parent, 'addEventListener') &&
      isString(parent.arguments[0], 'abort') &&
      parent.arguments[2] === node,
  },
]

/** What the instrumenter asks about each piece of a source: why it is left as it is; undefined: it is changed. */
export const unseen = { shouldIgnore: (path) => rules.find(({ holds }) => holds(path))?.why }
