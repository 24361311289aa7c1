import type { CodeFacts } from './facts.js'

/** Rules across parameters and their examples. */
export const rulesCodes = [
  {
    code: 'S050',
    severity: 'error',
    title: 'A rule names an unknown parameter',
    explanation:
      'A rule speaks of a parameter the model does not have, or its condition reads a parameter it does not list. It would never break, or name the wrong field.',
    hint: 'Correct the name, and list under parameters each parameter the condition reads.',
    wrong: '"parameters": ["frist_image"]',
    right: '"parameters": ["first_image"]',
  },
  {
    code: 'S051',
    severity: 'error',
    title: 'A rule has no valid or no invalid example',
    explanation: 'Examples are what tests of every language are made from. A rule without both kinds is untested.',
    hint: 'Add at least one example that passes and one that breaks the rule.',
    wrong: '"examples": { "valid": [], "invalid": [{ "last_image": ["…"] }] }',
    right:
      '"examples": { "valid": [{ "first_image": ["…"], "last_image": ["…"] }], "invalid": [{ "last_image": ["…"] }] }',
  },
  {
    code: 'S052',
    severity: 'error',
    title: 'An example contradicts its rule',
    explanation: 'A valid example breaks the rule, or an invalid one passes it.',
    hint: 'Move the example to the other list, or correct the condition.',
    wrong: '"valid": [{ "last_image": ["…"] }], where last_image needs first_image',
    right: '"invalid": [{ "last_image": ["…"] }]',
  },
  {
    code: 'S053',
    severity: 'error',
    title: 'An example is wrong for another reason',
    explanation:
      'The example names a parameter the model does not have or a value it does not take, so it shows nothing about the rule.',
    hint: 'Use parameters and values the model takes.',
    wrong: '"valid": [{ "first_image": ["a.png"] }]',
    right: '"valid": [{ "first_image": ["https://example.com/a.png"] }]',
  },
  {
    code: 'S054',
    severity: 'error',
    title: 'Two rules have the same id',
    explanation:
      'Findings report rules by id. Within a model an id stands for one rule, and generic findings keep theirs.',
    hint: 'Give the rule an id of its own.',
    wrong: 'two rules with "id": "audio-alone"',
    right: '"id": "audio-alone" and "id": "audio-long"',
  },
  {
    code: 'S055',
    severity: 'error',
    title: 'A rule stands in the wrong list',
    explanation:
      'allOf rejects requests in every JSON Schema library, so it holds errors only; x-advice holds advice only.',
    hint: 'Move the rule to the list of its severity.',
    wrong: '"allOf": [{ "x-rule": { "severity": "advice", … } }]',
    right: '"x-advice": [{ "x-rule": { "severity": "advice", … } }]',
  },
  {
    code: 'S056',
    severity: 'error',
    title: 'A rule has no condition',
    explanation:
      'A rule is if and then, not, oneOf, or dependentRequired, or one over numbers such as x-sum. With none of them it can never break.',
    hint: 'Add the condition beside x-rule.',
    wrong: '{ "x-rule": … }',
    right: '{ "x-rule": …, "not": { "required": ["seed", "tools"] } }',
  },
  {
    code: 'S057',
    severity: 'error',
    title: 'No example keeps all rules of a model',
    explanation:
      'Pages, the playground, the terminal and the documents show a request that the model accepts. It is made of the required parameters and, where these break a rule, of valid examples of the rules. Here no such request keeps all of them.',
    hint: 'Add a valid example to this rule that keeps the other rules, too; if there is none, the rules contradict each other.',
    wrong: 'one rule: exactly one of "image" and "text"; another: no "image"; the only valid example: { "image": … }',
    right: 'a second valid example: { "text": "A paper boat" }',
  },
] as const satisfies readonly CodeFacts[]
