import {
  sd,
  zeta,
  every,
  open,
  source,
  parameter,
  set,
  unset,
  top,
  required,
  newParameter,
  type HandMadeChange,
} from './edits.js'

/** `maximum: 15` as `exclusiveMaximum: 16`. */
const exclusive: HandMadeChange[2] = (file) => {
  unset('duration', 'maximum')(file)
  set('duration', { exclusiveMaximum: 16 })(file)
}

/** Changes of models and their parameters. */
export const parameterChanges: HandMadeChange[] = [
  ['nothing', sd, () => undefined, undefined, undefined],
  // Models.
  ['another kind of result', sd, top({ 'x-kind': 'image' }), 'major', 'changed-kind'],
  [
    'a model becomes unavailable',
    sd,
    top({ 'x-availability': { status: 'unavailable', reason: 'gone', 'x-source': source } }),
    'major',
    'model-became-unavailable',
  ],
  ['a model leaves the list', sd, top({ 'x-listed': false }), 'minor', 'changed-listing'],
  ['another display name', sd, top({ 'x-display-name': 'Other' }), 'minor', 'changed-display-name'],
  ['no asset library any more', sd, top({ 'x-asset-library': false }), 'major', 'removed-asset-library'],
  [
    'a model is renamed',
    sd,
    (file) => {
      top({ title: 'sd_2.1', 'x-renamed-from': ['sd_2.0_discount'] })(file)
      Object.assign(file.properties!.model!, { const: 'sd_2.1' })
    },
    'major',
    'renamed-model',
  ],
  [
    'a model is deprecated',
    sd,
    top({ 'x-deprecated': { since: '2027-01-01', 'x-source': source } }),
    'minor',
    'changed-deprecation',
  ],
  ['another description', sd, top({ description: 'Other words.' }), 'patch', 'changed-words'],
  ['another source', sd, top({ 'x-source': { section: 'Models' } }), 'patch', 'changed-sources'],
  ['a response field less', sd, top({ 'x-response-extras': [] }), 'major', 'removed-response-extra', 'answer'],
  [
    'a response field more',
    sd,
    top({ 'x-response-extras': ['upstream_url', 'upstream_urls', 'upstream_cover'] }),
    'minor',
    'added-response-extra',
  ],
  [
    'a table for a model that had none',
    open,
    top({ 'x-reference': true, required: ['model'], additionalProperties: false }),
    'major',
    'gained-reference',
    'request',
  ],
  [
    'no table any more',
    sd,
    top({
      'x-reference': false,
      additionalProperties: true,
      properties: { model: { const: 'sd_2.0_discount' } },
      required: ['model'],
      allOf: [],
      'x-advice': [],
    }),
    'minor',
    'lost-reference',
  ],
  // Parameters that come and go.
  [
    'a parameter is removed',
    sd,
    (file) => void Reflect.deleteProperty(file.properties!, 'seed'),
    'major',
    'removed-parameter',
    'request',
  ],
  [
    'a parameter is renamed',
    sd,
    (file) => {
      const { seed, ...others } = file.properties as never as Record<string, object>
      top({ properties: { ...others, noise: { ...seed, 'x-renamed-from': ['seed'] } } })(file)
    },
    'major',
    'renamed-parameter',
    'request',
  ],
  [
    'a parameter is added',
    sd,
    (file) => void Object.assign(file.properties!, { style: newParameter }),
    'minor',
    'added-parameter',
  ],
  [
    'a required parameter is added',
    sd,
    (file) => {
      Object.assign(file.properties!, { style: newParameter })
      required((names) => [...names, 'style'])(file)
    },
    'major',
    'added-required-parameter',
    'request',
  ],
  [
    'a member of an object is added',
    every,
    parameter('camera', (camera) => void Object.assign(camera.properties!, { zoom: { type: 'number' } })),
    'minor',
    'added-parameter',
  ],
  [
    'a member of an object is removed',
    every,
    parameter('camera', (camera) => void Reflect.deleteProperty(camera.properties!, 'path')),
    'major',
    'removed-parameter',
    'request',
  ],
  [
    'a member of an object becomes required',
    every,
    set('camera', { required: ['angle', 'path'] }),
    'major',
    'became-required',
    'request',
  ],
  ['a parameter becomes required', sd, required((names) => [...names, 'seed']), 'major', 'became-required', 'request'],
  [
    'a parameter becomes optional',
    sd,
    required((names) => names.filter((name) => name !== 'prompt')),
    'minor',
    'became-optional',
  ],
  // Defaults.
  ['the default of a required parameter', sd, set('duration', { default: 9 }), 'major', 'changed-default'],
  ['the default of an optional parameter', sd, set('aspect_ratio', { default: '1:1' }), 'minor', 'changed-default'],
  ['a default is removed', sd, unset('aspect_ratio', 'default'), 'minor', 'removed-default'],
  [
    'a default comes to depend on the request',
    sd,
    set('aspect_ratio', { 'x-defaults': [{ when: { resolution: '480p' }, default: '1:1' }] }),
    'minor',
    'changed-conditional-default',
  ],
  ['a default is added', zeta, set('resolution', { default: '768p' }), 'minor', 'added-default'],
  // Limits and values.
  ['a lower maximum', sd, set('duration', { maximum: 12 }), 'major', 'tightened-limit', 'request'],
  ['a higher maximum', sd, set('duration', { maximum: 20 }), 'minor', 'loosened-limit'],
  ['a higher minimum', sd, set('duration', { minimum: 5 }), 'major', 'tightened-limit', 'request'],
  [
    'a closed bound becomes open',
    every,
    (file) => {
      unset('strength', 'maximum')(file)
      set('strength', { exclusiveMaximum: 1 })(file)
    },
    'major',
    'tightened-limit',
    'request',
  ],
  [
    'an open bound is added to a closed one',
    every,
    set('scale', { exclusiveMaximum: 20 }),
    'major',
    'tightened-limit',
    'request',
  ],
  ['another unit', sd, set('duration', { 'x-unit': 'ms' }), 'major', 'changed-unit'],
  ['a unit that was not stated', sd, set('seed', { 'x-unit': 's' }), 'minor', 'changed-unit'],
  ['the same maximum of an integer, as one that is left out', sd, exclusive, undefined, undefined],
  ['a value is removed', sd, set('resolution', { enum: ['480p', '720p'] }), 'major', 'removed-value', 'request'],
  ['a value is added', sd, set('resolution', { enum: ['480p', '720p', '1080p', '4K'] }), 'minor', 'added-value'],
  ['values in another order', sd, set('resolution', { enum: ['720p', '480p', '1080p'] }), 'patch', 'reordered-values'],
  ['an integer becomes a number', sd, set('seed', { type: 'number' }), 'major', 'changed-type'],
  [
    'a number becomes an integer',
    every,
    parameter('scale', (scale) => void Object.assign(scale, { type: 'integer' })),
    'major',
    'changed-type',
    'request',
  ],
  [
    'a string gets a maximum length',
    every,
    set('negative_prompt', { maxLength: 10 }),
    'major',
    'tightened-limit',
    'request',
  ],
  ['a prompt may be empty', every, set('prompt', { minLength: 0 }), 'minor', 'loosened-limit'],
  [
    'a pattern is tightened',
    every,
    set('colour', { pattern: '^#[0-9a-e]{6}$', examples: ['#00ee7e'] }),
    'major',
    'narrowed-form',
    'request',
  ],
  ['a pattern is removed', every, unset('colour', 'pattern', 'examples'), 'minor', 'widened-form'],
  [
    'a format is added',
    every,
    set('negative_prompt', { format: 'uuid', maxLength: 36 }),
    'major',
    'narrowed-form',
    'request',
  ],
  ['a finer step', every, set('strength', { multipleOf: 0.01 }), 'minor', 'widened-form'],
  ['a coarser step', every, set('strength', { multipleOf: 0.1 }), 'major', 'narrowed-form', 'request'],
  ['items may repeat', every, unset('tags', 'uniqueItems'), 'minor', 'widened-form'],
  [
    'items must be shorter',
    every,
    parameter('tags', (tags) => void Object.assign(tags.items!, { maxLength: 4 })),
    'major',
    'tightened-limit',
    'request',
  ],
  ['fewer items', every, set('tags', { maxItems: 2 }), 'major', 'tightened-limit', 'request'],
  [
    'an array of one kind becomes a single value',
    every,
    parameter('tags', (tags) => {
      unset('tags')({ properties: { tags } } as never)
      for (const key of Object.keys(tags)) Reflect.deleteProperty(tags, key)
      Object.assign(tags, newParameter)
    }),
    'major',
    'changed-type',
    'request',
  ],
  [
    'a member of an item gets a limit',
    every,
    parameter('camera', (camera) => void Object.assign(camera.properties!.path!.items!.properties!.y!, { maximum: 5 })),
    'major',
    'tightened-limit',
    'request',
  ],
  // Forms of an object.
  [
    'a member of a form gets a limit',
    every,
    parameter('sound', ({ oneOf }) => void Object.assign(oneOf![0]!.properties!.text!, { maxLength: 4 })),
    'major',
    'tightened-limit',
    'request',
  ],
  [
    'a form is removed',
    every,
    parameter('sound', (sound) => void Object.assign(sound, { oneOf: sound.oneOf!.slice(0, 2) })),
    'major',
    'removed-value',
    'request',
  ],
  [
    'a form is added',
    every,
    parameter(
      'sound',
      ({ oneOf }) => void oneOf!.push({ ...(oneOf![2] as object), properties: { from: { const: 'noise' } } } as never),
    ),
    'minor',
    'added-value',
  ],
  [
    'a form gets a member that must be there',
    every,
    parameter('sound', ({ oneOf }) => {
      Object.assign(oneOf![2]!, { required: ['from', 'hush'] })
      Object.assign(oneOf![2]!.properties!, { hush: { type: 'boolean' } })
    }),
    'major',
    'added-required-parameter',
    'request',
  ],
  [
    'another member tells the forms apart',
    every,
    parameter('sound', ({ oneOf }) => {
      for (const form of oneOf!) {
        const { from, ...others } = form.properties as never as Record<string, object>
        Object.assign(form, { properties: { ...others, by: from } })
        Object.assign(form, {
          required: (form.required as never as string[]).map((name) => name.replace('from', 'by')),
        })
      }
    }),
    'major',
    'removed-parameter',
    'request',
  ],
  // Objects with names of the caller's choice.
  ['fewer members', every, set('weights', { maxProperties: 2 }), 'major', 'tightened-limit', 'request'],
  ['more members', every, set('weights', { maxProperties: 4 }), 'minor', 'loosened-limit'],
  ['names of any form', every, unset('weights', 'propertyNames'), 'minor', 'widened-form'],
  [
    'names of another form',
    every,
    set('weights', { propertyNames: { pattern: '^[a-z]{1,3}$', examples: ['sky', 'sea', 'air', 'eye'] } }),
    'major',
    'narrowed-form',
    'request',
  ],
  [
    'a value gets a limit',
    every,
    parameter('weights', ({ additionalProperties }) => void Object.assign(additionalProperties!, { maximum: 0.5 })),
    'major',
    'tightened-limit',
    'request',
  ],
]
