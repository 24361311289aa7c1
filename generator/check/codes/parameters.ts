import type { CodeFacts } from './facts.js'

/** Parameters and their limits. */
export const parametersCodes = [
  {
    code: 'S030',
    severity: 'error',
    title: 'A default is not allowed by its own parameter',
    explanation:
      'The default is off the list of values, outside the range or of another type, so the service would reject a request that relies on it.',
    hint: 'Correct the default, or the limit it breaks.',
    wrong: '{ "enum": ["480p", "720p"], "default": "720P" }',
    right: '{ "enum": ["480p", "720p"], "default": "720p" }',
  },
  {
    code: 'S031',
    severity: 'error',
    title: 'A lower limit is above the upper limit',
    explanation: 'No value can satisfy both limits.',
    hint: 'Exchange or correct the limits.',
    wrong: '{ "minimum": 15, "maximum": 4 }',
    right: '{ "minimum": 4, "maximum": 15 }',
  },
  {
    code: 'S032',
    severity: 'error',
    title: 'A required parameter is not defined',
    explanation: 'required names a parameter that properties does not have: every request would be rejected.',
    hint: 'Define the parameter, or take it off required.',
    wrong: '"required": ["model", "promt"]',
    right: '"required": ["model", "prompt"]',
  },
  {
    code: 'S033',
    severity: 'error',
    title: 'A keyword is set here and in the shared definition',
    explanation:
      'Beside a $ref stands a keyword that the definition sets too. JSON Schema applies both, a reader expects the nearer one.',
    hint: 'Remove it here, or take it out of the shared definition.',
    wrong: '{ "$ref": "…#/$defs/prompt", "minLength": 3 }, where prompt has a minLength',
    right: '{ "$ref": "…#/$defs/prompt", "maxLength": 1500 }',
  },
  {
    code: 'S034',
    severity: 'error',
    title: 'A parameter has no clear type',
    explanation:
      'With the definition that its $ref names, a parameter is none of the kinds the catalogue knows: string, enum, integer, number, boolean, object, list, media, or array of unknown items.',
    hint: 'Give it a type, and for an array items, x-media or x-items.',
    wrong: '"tools": { "$ref": "…#/$defs/tools" }, where tools has no type',
    right: '"tools": { "$ref": "…#/$defs/tools" }, where tools has type and x-items',
  },
  {
    code: 'S035',
    severity: 'error',
    title: 'A pattern is not portable',
    explanation:
      'The pattern uses something that regular expression engines read differently or not at all, such as \\p, \\s, \\d, \\w, look-around or a back-reference.',
    hint: 'Write the characters out as a class.',
    wrong: '"pattern": "^https?://[^\\s]+$"',
    right: '"pattern": "^https?://[^\\x00-\\x20]+$"',
  },
  {
    code: 'S036',
    severity: 'error',
    title: 'A prompt token names no reference',
    explanation:
      'A prompt token refers to a media parameter of the same model, and no further than that parameter has items.',
    hint: 'Name a media parameter of the model, with a range within its maxItems.',
    wrong: '{ "prefix": "@video", "parameter": "reference_videos", "from": 1, "to": 9 }, where it takes 3 items',
    right: '{ "prefix": "@video", "parameter": "reference_videos", "from": 1, "to": 3 }',
  },
  {
    code: 'S037',
    severity: 'error',
    title: 'A rule id is unknown',
    explanation:
      'A limit names a finding that spec/findings.json does not have, or an announcement becomes one, so it would have no text and no severity.',
    hint: 'Use a rule of spec/findings.json, or add one there.',
    wrong: '{ "rule": "media-byte", … }',
    right: '{ "rule": "media-bytes", … }',
  },
  {
    code: 'S038',
    severity: 'error',
    title: 'A parameter and its model disagree on asset ids',
    explanation:
      'A model either supports the asset library or not, and its media parameters take assetId:// accordingly. When they differ, the docs promise what the validator rejects.',
    hint: 'Let items refer to urlOrAsset exactly where x-asset-library is true.',
    wrong: '"x-asset-library": true with "items": { "$ref": "../media.schema.json#/$defs/url" }',
    right: '"x-asset-library": true with "items": { "$ref": "../media.schema.json#/$defs/urlOrAsset" }',
  },
  {
    code: 'S039',
    severity: 'error',
    title: 'A statement contradicts another',
    explanation:
      'What is stated can never hold, or changes nothing: no value is within the limits, a limit of a later date rejects nothing that is accepted today, a date is none, a successor does not exist, a limit on files has no bound, another unit, or is there twice, or a source is that of another model or parameter.',
    hint: 'Correct one of the two statements.',
    wrong: '"type": "integer", "exclusiveMinimum": 1, "exclusiveMaximum": 2',
    right: '"type": "integer", "exclusiveMinimum": 1, "exclusiveMaximum": 3',
  },
] as const satisfies readonly CodeFacts[]
