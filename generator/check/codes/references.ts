import type { CodeFacts } from './facts.js'

/** References between files. */
export const referencesCodes = [
  {
    code: 'S040',
    severity: 'error',
    title: 'A $ref leads nowhere',
    explanation: 'The file or the place the reference names does not exist.',
    hint: 'Correct the path or the pointer after #.',
    wrong: '{ "$ref": "../parameters.schema.json#/$defs/promt" }',
    right: '{ "$ref": "../parameters.schema.json#/$defs/prompt" }',
  },
  {
    code: 'S041',
    severity: 'error',
    title: 'A $ref leads back to itself',
    explanation: 'Following the reference never ends.',
    hint: 'Break the circle.',
    wrong: '"$defs": { "a": { "$ref": "#/$defs/b" }, "b": { "$ref": "#/$defs/a" } }',
    right: '"$defs": { "a": { "type": "string" } }',
  },
  {
    code: 'S042',
    severity: 'warning',
    title: 'A shared definition is unused',
    explanation:
      'No model refers to this definition. A reader would take it for a fact about some model. Nothing that is made from spec/ changes by it, so it is a warning.',
    hint: 'Remove it, or refer to it.',
    wrong: '"$defs": { "seed": … }, and no model with a $ref to it',
    right: 'a model with { "$ref": "../parameters.schema.json#/$defs/seed" }',
  },
] as const satisfies readonly CodeFacts[]
