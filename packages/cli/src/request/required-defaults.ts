import type { ModelId } from '@model-tasks/spec'

/**
 * The body as the client sends it: parameters that are required and have a default are filled in where they are
 * missing, optional ones never. Commands that send check this body, so that they reject nothing the client would send.
 */
export async function withRequiredDefaults<Body extends object>(model: string, body: Body): Promise<Body> {
  const { loaders } = await import('@model-tasks/spec/validators')
  const known = Object.hasOwn(loaders, model)
  return known ? { ...(await loaders[model as ModelId]()).facts.defaults, ...body } : body
}
