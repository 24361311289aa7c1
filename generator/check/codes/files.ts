import type { CodeFacts } from './facts.js'

/** Files and their syntax. */
export const filesCodes = [
  {
    code: 'S001',
    severity: 'error',
    title: 'The file is not JSON',
    explanation:
      'The text cannot be read as JSON: a comma too many or too few, a comment, an open bracket. Nothing else in the file is trusted until this is fixed.',
    hint: 'Fix the syntax at this place.',
    wrong: '{ "version": "1.0.0" "name": "x" }',
    right: '{ "version": "1.0.0" }',
  },
  {
    code: 'S002',
    severity: 'error',
    title: 'A key is written twice',
    explanation: 'An object holds the same key twice. JSON readers keep one of them and drop the other without a word.',
    hint: 'Keep one of the two.',
    wrong: '{ "minimum": 4, "maximum": 15, "maximum": 30 }',
    right: '{ "minimum": 4, "maximum": 30 }',
  },
  {
    code: 'S003',
    severity: 'error',
    title: 'A file of the specification is missing',
    explanation:
      'The specification needs this file: the other files rely on it, or the meta-schema that checks them is gone.',
    hint: 'Add the file.',
    wrong: 'spec/ without version.json',
    right: 'spec/version.json: { "version": "1.0.0" }',
  },
  {
    code: 'S004',
    severity: 'error',
    title: 'A file has no place in the specification',
    explanation: 'Nothing reads this file. What it says would be lost.',
    hint: 'Move it where it belongs: a model to models/<model-id>.schema.json, anything else into the file that holds such facts.',
    wrong: 'spec/model/beta-6.0.schema.json',
    right: 'spec/models/beta-6.0.schema.json',
  },
  {
    code: 'S005',
    severity: 'error',
    title: 'A number is not exact',
    explanation:
      'Programs read numbers of JSON as doubles: about 17 digits, and none beyond 1.8e308. This one would be read, and published, as another.',
    hint: 'Write a number that a double holds.',
    wrong: '{ "maximum": 12345678901234567890 }',
    right: '{ "maximum": 9007199254740991 }',
  },
  {
    code: 'S006',
    severity: 'error',
    title: 'A text holds invisible characters',
    explanation:
      'A control character, a mark of direction, half a surrogate pair, or letters and accents apart: what is published is not what a reader of the file sees. Texts are in Unicode normalization form C.',
    hint: 'Write the text anew at this place.',
    wrong: '{ "description": "The style.\\u0007" }',
    right: '{ "description": "The style." }',
  },
] as const satisfies readonly CodeFacts[]
