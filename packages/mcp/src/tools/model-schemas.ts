import { createRequire } from 'node:module'
import { requestOf } from '@model-tasks/documents/tools'

/** A tool for one model, as the catalogue has it. */
export interface ModelSchema {
  /** The name of its tool. */
  name: string
  model: string
  description: string
  inputSchema: { type: 'object'; properties: Record<string, object>; required?: string[] }
}

interface CatalogueTool {
  name: string
  description: string
  input_schema: ModelSchema['inputSchema']
}

let loaded: ModelSchema[] | undefined

/** The tools of the models whose parameters are known, in the order of the catalogue. */
export function modelSchemas(): readonly ModelSchema[] {
  loaded ??= (createRequire(import.meta.url)('@model-tasks/documents/tools/anthropic.json') as CatalogueTool[]).map(
    ({ name, description, input_schema: inputSchema }) => ({
      name,
      model: requestOf(name, {})?.model ?? name,
      description,
      inputSchema,
    }),
  )
  return loaded
}
