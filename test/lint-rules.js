// Rules of the linter that are this repository's own.

/** A rule that reports every node which a selector finds. */
const rule = (selector, message) => ({
  create: (context) => ({ [selector]: (node) => context.report({ node, message }) }),
})

export default {
  meta: { name: 'house' },
  rules: {
    // One way to hide a member: `#name` is private at run time too.
    'hash-private': rule(
      ':matches(PropertyDefinition, MethodDefinition[kind!="constructor"], TSParameterProperty)[accessibility="private"]',
      'Use #name.',
    ),
    'file-url-to-path': rule(
      // Of this file, or of a place below one that has a name: that of a request is a variable.
      'MemberExpression[property.name="pathname"] > NewExpression:matches(:has(MetaProperty), [arguments.0.type="Literal"][arguments.1.type="Identifier"])',
      'Use fileURLToPath: a path may hold a space, or a letter that an address writes in another way.',
    ),
  },
}
