import type { JsonValue } from '@model-tasks/spec'
import { findModel } from '../catalogue.js'

/**
 * The body as the client sends it: parameters that are required and have a default are filled in where they are
 * missing, optional ones never. Commands that send check this body, so that they refuse nothing the client would send.
 */
export function withRequiredDefaults<Body extends object>(model: string, body: Body): Body {
  const filled: Record<string, JsonValue> = {}
  for (const parameter of findModel(model)?.parameters ?? []) {
    if (parameter.required && 'default' in parameter && parameter.default !== undefined && !Object.hasOwn(body, parameter.name)) {
      filled[parameter.name] = parameter.default
    }
  }
  return { ...body, ...filled }
}
