import type { CodeFacts } from './facts.js'

/** Patterns, values and sentences that have the right form and do not do what was meant. */
export const textsCodes = [
  {
    code: 'S090',
    severity: 'error',
    title: 'A pattern can take very long',
    explanation:
      'Two repetitions can share the same characters in many ways. A text that does not match makes an engine try all of them, and a short request can then hold up the process that checks it. Found is what repeating one character, or two of the pattern, does: not every such pattern.',
    hint: 'Let what follows a repetition begin with a character that the repetition does not take.',
    wrong: '"pattern": "^([a-z]+-?)+$"',
    right: '"pattern": "^[a-z]+(-[a-z]+)*-?$"',
  },
  {
    code: 'S091',
    severity: 'error',
    title: 'Two values look the same',
    explanation:
      'Two values of a list differ only in case or blanks, or a value has a blank at an end. Requests must hold exactly one of the values, so the other one is a misprint, or readers will not see the difference.',
    hint: 'Keep the value that the interface states.',
    wrong: '"enum": ["480p", "720p", "720P"]',
    right: '"enum": ["480p", "720p"]',
  },
  {
    code: 'S092',
    severity: 'error',
    title: 'A text holds HTML',
    explanation:
      'Texts become Markdown pages, messages at a terminal, comments in types and cells of tables. A tag is shown as it stands in some of them and disappears in others.',
    hint: 'Say it in words; what must be shown as it stands goes between backquotes.',
    wrong: '"description": "Length in <b>seconds</b>."',
    right: '"description": "Length in seconds."',
  },
  {
    code: 'S093',
    severity: 'error',
    title: 'A sentence does not stand beside the others',
    explanation:
      'Descriptions are sentences that end with a full stop, with others after them. The message of a rule follows the names of its parameters and a colon, and ends where a line may go on. A Chinese text is in Chinese. What is not written yet is published as it stands.',
    hint: 'Write it as the files of spec/models do.',
    wrong: '"description": "length in seconds", "message": { "en": "Needs a prompt.", "zh": "needs a prompt" }',
    right: '"description": "Length in seconds.", "message": { "en": "needs a prompt", "zh": "需要提示词" }',
  },
  {
    code: 'S094',
    severity: 'error',
    title: 'A limit on files counts by what the model does not have',
    explanation:
      'The condition of a limit names a parameter that the model does not have or a value that is not offered, or a file must be as large as one at a place where no file stands.',
    hint: 'Name a parameter with a closed set of values, a number or a list, and a place that the catalogue lists.',
    wrong: '"when": { "quality": "hdd" }',
    right: '"when": { "quality": "hd" }',
  },
  {
    code: 'S095',
    severity: 'error',
    title: 'A default depends on what cannot be asked of a request',
    explanation:
      'The condition of a default names a parameter or a value that the model does not have, a parameter whose own default depends on the request, or what JSON Schema has no words for; it repeats an earlier one; or the parameter is required, so that clients would have to send it.',
    hint: 'State the condition over parameters with a closed set of values, numbers or files, each with one default or none.',
    wrong: '"x-defaults": [{ "when": { "quality": "hdd" }, "default": 10 }]',
    right: '"x-defaults": [{ "when": { "quality": "hd" }, "default": 10 }]',
  },
] as const satisfies readonly CodeFacts[]
