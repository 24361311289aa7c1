import { every, parameter, set, type HandMadeChange } from './edits.js'

/** Changes of lists that grow, and of null. */
export const valueChanges: HandMadeChange[] = [
  [
    'a list that grows has grown',
    every,
    parameter(
      'speakers',
      (found) => void Object.assign(found.items!['x-value-list']!, { values: ['anna', 'ben', 'cleo', 'dora'] }),
    ),
    'minor',
    'added-listed-value',
    'request',
  ],
  [
    'a value left a list that grows',
    every,
    parameter('speakers', (found) => void Object.assign(found.items!['x-value-list']!, { values: ['anna', 'cleo'] })),
    'major',
    'removed-listed-value',
    'request',
  ],
  [
    'a list that grows is of another day',
    every,
    parameter('speakers', (found) => void Object.assign(found.items!['x-value-list']!, { date: '2026-11-21' })),
    'patch',
    'changed-value-list',
  ],
  [
    'a list that grows is in another order',
    every,
    parameter(
      'speakers',
      (found) => void Object.assign(found.items!['x-value-list']!, { values: ['ben', 'anna', 'cleo'] }),
    ),
    'patch',
    'changed-value-list',
  ],
  ['null may be sent', every, set('loop', { type: ['boolean', 'null'] }), 'minor', 'added-null', 'request'],
  [
    'null may be sent beside words',
    every,
    set('speed', { type: ['number', 'null'], enum: [0.5, 1, 2, null] }),
    'minor',
    'added-null',
    'request',
  ],
  ['null may not be sent any more', every, set('guidance', { type: 'integer' }), 'major', 'removed-null', 'request'],
  [
    'a text of a format may be any text of that length',
    every,
    (file) => void Object.assign(file.properties!.since!, { format: undefined, minLength: 1, maxLength: 40 }),
    'minor',
    'widened-form',
    'request',
  ],
]
