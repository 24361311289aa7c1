type Json = Record<string, unknown>

const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value)

const references = (value: unknown, found: Set<string>): Set<string> => {
  if (Array.isArray(value)) value.forEach((item) => references(item, found))
  else if (isObject(value)) {
    for (const [key, item] of Object.entries(value)) {
      if (key === '$ref' && typeof item === 'string') found.add(item)
      else references(item, found)
    }
  }
  return found
}

/** What objects of the document name, read once: most components are in the slice of every model. */
const known = new WeakMap<object, Set<string>>()

const referencesOf = (value: unknown): Set<string> => {
  if (!isObject(value)) return references(value, new Set())
  const found = known.get(value) ?? references(value, new Set())
  known.set(value, found)
  return found
}

const at = (document: Json, pointer: string): unknown =>
  pointer
    .slice(2)
    .split('/')
    .reduce<unknown>(
      (value, step) => (isObject(value) ? value[step.replaceAll('~1', '/').replaceAll('~0', '~')] : undefined),
      document,
    )

/** Copies the components that `value` names, and those that these name. */
const closure = (document: Json, value: unknown): Json => {
  const components: Record<string, Json> = {}
  const queue = [...referencesOf(value)]
  const seen = new Set(queue)
  for (let reference = queue.shift(); reference !== undefined; reference = queue.shift()) {
    const [, , kind = '', name = ''] = reference.split('/')
    const component = at(document, reference)
    components[kind] = { ...components[kind], [name]: component }
    for (const next of referencesOf(component)) {
      if (!seen.has(next)) queue.push(next)
      seen.add(next)
    }
  }
  return components
}

const replaceBody = (submit: Json, schema: Json): Json => ({
  ...submit,
  requestBody: { required: true, content: { 'application/json': { schema } } },
})

const modelComponent = (document: Json, id: string): string | undefined => {
  const schemas = at(document, '#/components/schemas')
  return isObject(schemas)
    ? Object.keys(schemas).find((name) => {
        const model = at(document, `#/components/schemas/${name}/properties/model`)
        return isObject(model) && model.const === id
      })
    : undefined
}

/** The part of the OpenAPI document that one model needs: submit with this model's body alone, query, and what they name. */
export const openApiSlice = ({ webhooks: _, ...document }: Json, id: string): Json => {
  const component = modelComponent(document, id)
  const paths = isObject(document.paths) ? document.paths : {}
  const submitPath = Object.keys(paths).find((path) => path.endsWith('/tasks')) ?? ''
  const queryPath = Object.keys(paths).find((path) => path.endsWith('/tasks/{id}')) ?? ''
  const post = at({ path: paths[submitPath] }, '#/path/post')
  const query = paths[queryPath]
  if (component === undefined || !isObject(post)) return { ...document, components: {} }
  const sliced = {
    [submitPath]: { post: replaceBody(post, { $ref: `#/components/schemas/${component}` }) },
    [queryPath]: query,
  }
  const components = closure(document, sliced)
  const security = at(document, '#/components/securitySchemes')
  return {
    ...document,
    paths: sliced,
    components: { ...components, ...(security === undefined ? {} : { securitySchemes: security }) },
  }
}
