import type { JsonSchema } from '../../catalogue.js'
import type { Subset } from './lower.js'

/** One vendor's form of a tool. */
export interface ToolVendor {
  /** The file below `tools/`. */
  id: string
  subset: Subset
  /** The tool as the vendor's API takes it. */
  tool(name: string, description: string, parameters: JsonSchema): JsonSchema
}

/**
 * The forms of tools. Read from the references of the vendors on strict function calling: OpenAI's "Structured model
 * outputs, supported schemas", Anthropic's "Structured outputs, JSON Schema limitations", Google's "Function calling".
 */
export const vendors: readonly ToolVendor[] = [
  {
    id: 'openai',
    // Every property is required and every object closed; the bounds of text are not among what it supports.
    subset: {
      keywords: ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf', 'minItems', 'maxItems'],
      allRequired: true,
      closed: true,
    },
    tool: (name, description, parameters) => ({ type: 'function', name, description, strict: true, parameters }),
  },
  {
    id: 'anthropic',
    // No bounds of numbers and text, and of arrays only that there is none or one.
    subset: { keywords: ['minItems'], minItems: [0, 1], allRequired: false, closed: true },
    tool: (name, description, parameters) => ({ name, description, strict: true, input_schema: parameters }),
  },
  {
    id: 'gemini',
    subset: {
      keywords: ['minimum', 'maximum', 'minItems', 'maxItems'],
      allRequired: false,
      closed: true,
    },
    tool: (name, description, parameters) => ({ name, description, parametersJsonSchema: parameters }),
  },
]
