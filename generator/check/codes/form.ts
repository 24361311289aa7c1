import type { CodeFacts } from './facts.js'

/** What the meta-schemas refuse, and sources. */
export const formCodes = [
  {
    code: 'S010',
    severity: 'error',
    title: 'A keyword is unknown',
    explanation:
      'The meta-schema has no such keyword here. Most often it is a misspelling, and what it was meant to say would be lost.',
    hint: 'Correct the spelling, or remove the keyword. New kinds of facts are added to spec/meta first.',
    wrong: '"duration": { "type": "integer", "maximun": 15 }',
    right: '"duration": { "type": "integer", "maximum": 15 }',
  },
  {
    code: 'S011',
    severity: 'error',
    title: 'A keyword is missing',
    explanation: 'The meta-schema asks for a keyword that is not there.',
    hint: 'Add the keyword.',
    wrong: '"x-availability": {}',
    right: '"x-availability": { "status": "available" }',
  },
  {
    code: 'S012',
    severity: 'error',
    title: 'A fact has no source',
    explanation:
      'Every fact names the section of the interface that states it, so that a reader can check it and a change of the interface can be followed.',
    hint: 'Add "x-source": { "section": "…", "item": "…" } with the heading, and the row or item, that states the fact.',
    wrong: '"seed": { "type": "integer" }',
    right: '"seed": { "type": "integer", "x-source": { "section": "gamma-1.0-i2v", "item": "seed" } }',
  },
  {
    code: 'S013',
    severity: 'error',
    title: 'null stands for something unknown',
    explanation:
      'null says neither that there is no value nor that the value is unknown. What the interface leaves open is written in words.',
    hint: 'Write { "unknown": "not shown" }, or leave the keyword out where it may be left out.',
    wrong: '"x-display-name": null',
    right: '"x-display-name": { "unknown": "not shown" }',
  },
  {
    code: 'S014',
    severity: 'error',
    title: 'A value has the wrong form',
    explanation: 'The meta-schema asks for another type, another word or another shape at this place.',
    hint: 'See the description of the keyword in spec/meta.',
    wrong: '"duration": { "type": "integer", "minimum": "4" }',
    right: '"duration": { "type": "integer", "minimum": 4 }',
  },
  {
    code: 'S015',
    severity: 'error',
    title: 'A source names an unknown section',
    explanation:
      'A source is the heading of a section of the interface, as spec/sections.json lists them, or the id of the model itself. With any other word the fact cannot be found again.',
    hint: 'Correct the heading, or add it to spec/sections.json.',
    wrong: '"x-source": { "section": "Limit" }',
    right: '"x-source": { "section": "Limits" }',
  },
  {
    code: 'S016',
    severity: 'error',
    title: 'A keyword has no effect',
    explanation:
      'The keyword stands beside a $ref, and the kind of parameter that both make together has no such keyword. What it says would be lost.',
    hint: 'Remove the keyword, or change the type so that the keyword applies.',
    wrong: '{ "$ref": "…#/$defs/prompt", "maximum": 5 }',
    right: '{ "$ref": "…#/$defs/prompt", "maxLength": 5 }',
  },
  {
    code: 'S017',
    severity: 'error',
    title: 'A fact cannot be read',
    explanation:
      'A value has the right form and a meaning that nothing defines, such as a type of file that media.schema.json does not list.',
    hint: 'Use a value that is defined, or define it.',
    wrong: '"x-media": { "type": "vedio", "limits": [] }',
    right: '"x-media": { "type": "video", "limits": [] }',
  },
] as const satisfies readonly CodeFacts[]
