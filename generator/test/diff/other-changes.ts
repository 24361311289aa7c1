import type { Json } from './catalogue.js'
import { sd, every, source, set, rule, field, limits, parameter, shared, top, type HandMadeChange } from './edits.js'

/** What is announced for `steps`, edited. */
const announced = (keywords: object): ((file: Json) => void) =>
  parameter('steps', (found) => void Object.assign(found['x-upcoming']![0]!, keywords))

const retired =
  (until: string): ((file: Json) => void) =>
  (file) =>
    void Object.assign(file['x-deprecated']!, { until })

const finding =
  (rule: string, members: object): ((file: Json) => void) =>
  (file) =>
    void Object.assign(
      (file.findings as Json[]).find((each) => String(each.rule) === rule)!,
      members,
    )

/** Changes of files, prompts, rules, dates and answers. */
export const otherChanges: HandMadeChange[] = [
  // Prices.
  [
    'a price is stated',
    sd,
    top({ 'x-price': [{ lines: [{ credits: 0.5, per: 'seconds' }], 'x-source': source }] }),
    'minor',
    'changed-price',
  ],
  ['a number counts the outputs', sd, set('seed', { 'x-quantity': 'outputs' }), 'minor', 'changed-quantity'],
  // Files.
  [
    'URLs no longer hold user names',
    'media.schema.json',
    shared(
      'urlOrAsset',
      (url) =>
        void Object.assign(url, {
          pattern: String(url.pattern).replace('([^\\x00-\\x20\\x7F-\\xA0/?#@\\\\]*@)?', ''),
        }),
    ),
    'major',
    'changed-reference-pattern',
    'request',
  ],
  [
    'a form of reference is removed',
    'media.schema.json',
    shared('urlOrData', (url) => void Object.assign(url, { 'x-accepts': ['url'], pattern: '^https?://[^ ]+$' })),
    'major',
    'removed-reference-form',
    'request',
  ],
  [
    'a form of reference is no longer contradicted',
    'parameters.schema.json',
    shared('imagesZeta', (images) => void Reflect.deleteProperty(images['x-media']!, 'contradicted')),
    'patch',
    'changed-contradicted-form',
  ],
  ['fewer files', sd, set('reference_images', { maxItems: 4 }), 'major', 'tightened-limit', 'request'],
  [
    'files must be shorter',
    sd,
    limits('reference_videos', (all) =>
      all.map((limit) => (limit.maximum === undefined ? limit : { ...(limit as object), maximum: 10 })),
    ),
    'major',
    'tightened-media-limit',
    'file',
  ],
  [
    'files may be longer',
    sd,
    limits('reference_videos', (all) =>
      all.map((limit) => (String(limit.rule) === 'media-duration' ? { ...(limit as object), maximum: 30 } : limit)),
    ),
    'minor',
    'loosened-media-limit',
  ],
  [
    'a limit on files is only advice',
    sd,
    limits('reference_videos', (all) => all.map((limit) => ({ ...(limit as object), severity: 'advice' }))),
    'minor',
    'loosened-media-limit',
  ],
  [
    'a format of files is removed',
    sd,
    limits('reference_videos', (all) =>
      all.map((limit) => (limit.formats === undefined ? limit : { ...(limit as object), formats: ['mp4'] })),
    ),
    'major',
    'tightened-media-limit',
    'file',
  ],
  // Prompts.
  [
    'fewer Han characters',
    'parameters.schema.json',
    shared('promptSd', (prompt) => void Object.assign(prompt['x-prompt-limits']![0]!, { max: 400 })),
    'major',
    'tightened-prompt-limit',
    'request',
  ],
  [
    'more words',
    'parameters.schema.json',
    shared('promptSd', (prompt) => void Object.assign(prompt['x-prompt-limits']![1]!, { max: 1200 })),
    'minor',
    'loosened-prompt-limit',
  ],
  [
    'another token',
    'parameters.schema.json',
    shared('promptTokens', (prompt) => void Object.assign(prompt['x-prompt-tokens']![0]!, { prefix: '@pic' })),
    'minor',
    'changed-prompt-tokens',
  ],
  [
    'wider Han ranges',
    'text.json',
    (file) => {
      ;(file.han as never as number[][]).push([0x3040, 0x30ff])
      ;(file.han as never as number[][]).sort((left, right) => left[0]! - right[0]!)
    },
    'major',
    'changed-text-classes',
    'request',
  ],
  // Rules.
  [
    'a condition is tightened',
    every,
    rule((entry) => {
      Reflect.deleteProperty(entry, 'oneOf')
      Object.assign(entry, { not: { required: ['prompt'] } })
    }),
    'major',
    'changed-rule',
    'request',
  ],
  [
    'a condition is loosened',
    every,
    rule((entry) => {
      Reflect.deleteProperty(entry, 'oneOf')
      Object.assign(entry, { not: { required: ['voice', 'masks', 'tags'] } })
    }),
    'minor',
    'changed-rule',
    'request',
  ],
  [
    'a rule is only advice',
    every,
    rule((entry) => void Object.assign(entry['x-rule']!, { severity: 'advice' })),
    'minor',
    'lowered-rule',
  ],
  [
    'advice becomes a rule',
    sd,
    (file) => void Object.assign(file['x-advice']![0]!['x-rule']!, { severity: 'error' }),
    'major',
    'raised-rule',
    'request',
  ],
  ['a rule is removed', every, (file) => void Reflect.deleteProperty(file, 'allOf'), 'minor', 'removed-rule'],
  [
    'a rule is added',
    sd,
    (file) =>
      void (file.allOf as Json[]).push({
        'x-rule': {
          id: 'no-seed',
          severity: 'error',
          message: { en: 'no seed', zh: '不要 seed' },
          parameters: ['seed'],
          'x-source': source,
          examples: { valid: [{}], invalid: [{ seed: 1 }] },
        },
        not: { required: ['seed'] },
      } as never),
    'major',
    'added-rule',
    'request',
  ],
  [
    'a rule has another message',
    every,
    rule((entry) => void Object.assign(entry['x-rule']!, { message: { en: 'other words', zh: '其他' } })),
    'patch',
    'changed-words',
  ],
  [
    'a finding rejects',
    'findings.json',
    (file) =>
      void Object.assign(
        (file.findings as Json[]).find((finding) => String(finding.rule) === 'prompt-token')!,
        { severity: 'error' },
      ),
    'major',
    'raised-finding',
    'request',
  ],
  [
    'a finding only advises',
    'findings.json',
    (file) =>
      void Object.assign(
        (file.findings as Json[]).find((finding) => String(finding.rule) === 'max-items')!,
        { severity: 'advice' },
      ),
    'minor',
    'lowered-finding',
  ],
  ['other examples of a form', every, set('colour', { examples: ['#123456'] }), 'patch', 'changed-examples'],
  // Dates.
  [
    'a limit is announced',
    sd,
    set('duration', { 'x-upcoming': [{ from: '2027-01-01', maximum: 10, 'x-source': source }] }),
    'minor',
    'changed-upcoming-limit',
  ],
  [
    'a value is deprecated',
    every,
    set('fade', { 'x-options': [{ value: 'slow', 'x-deprecated': { since: '2027-01-01', 'x-source': source } }] }),
    'minor',
    'changed-deprecation',
  ],
  [
    'a value has a name for people',
    every,
    set('fade', { 'x-options': [{ value: 'slow', label: { en: 'Slowly' } }] }),
    'patch',
    'changed-label',
  ],
  [
    'a parameter is deprecated',
    sd,
    set('seed', { 'x-deprecated': { since: '2027-01-01', 'x-source': source } }),
    'minor',
    'changed-deprecation',
  ],
  [
    'a limit is announced for a day that has come',
    sd,
    set('duration', { 'x-upcoming': [{ from: '2026-07-01', maximum: 10, 'x-source': source }] }),
    'major',
    'changed-upcoming-limit',
    'request',
  ],
  [
    'a parameter is deprecated until a day that has come',
    sd,
    set('seed', { 'x-deprecated': { since: '2026-01-01', until: '2026-07-01', 'x-source': source } }),
    'major',
    'changed-deprecation',
    'request',
  ],
  [
    'a model is deprecated until a day that has come',
    sd,
    top({ 'x-deprecated': { since: '2026-01-01', until: '2026-06-30', 'x-source': source } }),
    'major',
    'changed-deprecation',
    'request',
  ],
  ['an announced limit applies earlier', every, announced({ from: '2026-12-01' }), 'major', 'earlier-limit', 'request'],
  ['an announced limit is tighter', every, announced({ maximum: 20 }), 'major', 'earlier-limit'],
  ['an announced limit applies later', every, announced({ from: '2027-06-01' }), 'minor', 'changed-upcoming-limit'],
  ['an announced limit is looser', every, announced({ maximum: 40 }), 'minor', 'changed-upcoming-limit'],
  ['another bound is announced beside one', every, announced({ minimum: 20 }), 'minor', 'changed-upcoming-limit'],
  ['an earlier Model ID is stated', sd, top({ 'x-renamed-from': ['sd_2'] }), 'minor', 'changed-earlier-ids'],
  ['a model is retired earlier', every, retired('2026-12-01'), 'major', 'earlier-retirement', 'request'],
  ['a model is retired later', every, retired('2027-06-01'), 'minor', 'changed-deprecation'],
  [
    'an announcement becomes another finding',
    'findings.json',
    finding('limit-upcoming', { becomes: { rule: 'maximum', on: 'from' } }),
    'major',
    'changed-announcement',
  ],
  [
    'an announcement becomes nothing',
    'findings.json',
    finding('limit-upcoming', { becomes: undefined }),
    'minor',
    'changed-announcement',
  ],
  // Answers.
  [
    'a field is no longer always there',
    'task.schema.json',
    field('object', { 'x-present': 'usual' }),
    'major',
    'changed-task-presence',
    'answer',
  ],
  [
    'a field is always there',
    'task.schema.json',
    field('progress', { 'x-present': 'always' }),
    'minor',
    'changed-task-presence',
  ],
  [
    'a field has another type',
    'task.schema.json',
    field('object', { type: 'integer' }),
    'major',
    'changed-task-type',
    'answer',
  ],
  [
    'a field is removed',
    'task.schema.json',
    (file) => void Reflect.deleteProperty(file.properties!, 'object'),
    'major',
    'removed-task-field',
    'answer',
  ],
  [
    'a field is an extension',
    'task.schema.json',
    field('progress', { 'x-extension': true }),
    'minor',
    'changed-field-origin',
  ],
  [
    'a state is added',
    'task.schema.json',
    (file) =>
      void (file['x-states'] as Json[]).push({
        status: 'paused',
        terminal: false,
        description: 'Paused.',
        'x-source': source,
      } as never),
    'minor',
    'changed-states',
  ],
  [
    'a state no longer ends a task',
    'task.schema.json',
    (file) =>
      void Object.assign(
        (file['x-states'] as Json[]).find((state) => String(state.status) === 'failed')!,
        { terminal: false },
      ),
    'major',
    'changed-states',
    'answer',
  ],
  [
    'another path',
    'service.json',
    (file) => void Object.assign(file.endpoints![0]!, { path: '/other' }),
    'major',
    'changed-endpoint',
  ],
  [
    'slower polling',
    'service.json',
    (file) => void Object.assign(file.polling!, { minimumSeconds: 8 }),
    'minor',
    'changed-polling',
  ],
]
