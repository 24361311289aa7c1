import { reservedNames } from '../reserved-names.js'
import type { CodeFacts } from './facts.js'

/** Names and identifiers. */
export const namesCodes = [
  {
    code: 'S020',
    severity: 'error',
    title: 'File, title and model differ',
    explanation:
      'The name of a model file, its title and the const of its model property are the same Model ID. When they differ, a request is checked against the wrong file.',
    hint: 'Use one Model ID in all three places.',
    wrong: 'models/beta-6.0.schema.json: { "title": "beta-5.0" }',
    right: 'models/beta-6.0.schema.json: { "title": "beta-6.0" }',
  },
  {
    code: 'S021',
    severity: 'error',
    title: 'Two models have the same identifier',
    explanation:
      'Programming languages know models by identifiers made from their ids. Two ids give the same identifier, perhaps only in a language that ignores case or drops punctuation.',
    hint: 'Choose ids that differ in more than punctuation and case.',
    wrong: 'models/beta-5.0.schema.json and models/beta_50.schema.json',
    right: 'models/beta-5.0.schema.json and models/beta-5.1.schema.json',
  },
  {
    code: 'S022',
    severity: 'error',
    title: 'Two parameters have the same identifier',
    explanation:
      'In languages that write parameters in another case, two parameters of one model become the same name.',
    hint: 'Choose names that differ in more than punctuation and case.',
    wrong: '"first_image": …, "firstImage": …',
    right: '"first_image": …, "last_image": …',
  },
  {
    code: 'S023',
    severity: 'error',
    title: 'A display name is ambiguous',
    explanation:
      'A display name is answered with the Model ID it belongs to. That works only when it belongs to one model and is not a Model ID itself.',
    hint: 'Give the display name to one model only.',
    wrong: '"x-display-name": "beta-5.0" in another model',
    right: '"x-display-name": "beta 5.0"',
  },
  {
    code: 'S024',
    severity: 'error',
    title: 'A rename contradicts the models',
    explanation:
      'x-renamed-from records the Model IDs a model had before. An id that is still in use, or that two models claim, was not renamed.',
    hint: 'Remove the record, or the file of the old model.',
    wrong: '"x-renamed-from": ["beta-5.0"] while models/beta-5.0.schema.json is there',
    right: '"x-renamed-from": ["beta-4.0"]',
  },
  {
    code: 'S025',
    severity: 'error',
    title: 'A Model ID is a name of the generator',
    explanation:
      'The files and types of a model are named after it. A few names beside them belong to what is about all models, such as validators/index.js, ModelInput and the Task schema; case and punctuation make no difference.',
    hint: `Add a word to the Model ID, such as a version. Taken, in any case and punctuation: ${reservedNames.join(', ')}.`,
    wrong: 'models/task.schema.json',
    right: 'models/task-1.schema.json',
  },
] as const satisfies readonly CodeFacts[]
