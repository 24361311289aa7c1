export const words = { kind: 'words', text: 'a boat' }
export const shot = { prompt: 'a boat', duration: 2 }
export const image = 'https://example.com/a.png'

const characters = (count: number): string => 'x'.repeat(count)

/** What a request costs by the price of its model, worked out by hand. */
export const costs: [credits: number, request: object][] = [
  [0.3 * 1.234, { model: 'aria-tts-2', prompt: characters(1234) }],
  [0.6, { model: 'sonata-3', prompt: 'x' }],
  [0.25, { model: 'sonata-3', prompt: 'x', duration: 12_500 }],
  [0.2, { model: 'sonata-3', prompt: 'x', duration: 3000 }],
  [5.5, { model: 'polyform-1', image }],
  [4, { model: 'polyform-1', image, texture: false }],
  [0.5, { model: 'lucid-upscale', image }],
  [4, { model: 'lucid-upscale', image, scale: 8 }],
  [0.04, { model: 'canvas-lora', prompt: 'x' }],
  [0.17, { model: 'canvas-lora', prompt: 'x', num_images: 4, loras: [{ path: 'https://example.com/a' }] }],
  [19.1, { model: 'orbit-cam', prompt: 'x', duration: 190.5 }],
  [0.05, { model: 'inpaint-x', prompt: 'x', edit: { image, mask: image } }],
  [5.43, { model: 'reel-story', shots: Array.from({ length: 3 }, () => ({ prompt: 'x', duration: 15, image })) }],
  [
    13.5,
    {
      model: 'reel-story',
      resolution: '1080p',
      shots: Array.from({ length: 3 }, () => ({ prompt: 'x', duration: 15 })),
    },
  ],
  [1, { model: 'matrix-v', prompt: 'x', duration: 5 }],
  [9, { model: 'matrix-v', prompt: 'x', duration: 20, resolution: '1080p' }],
  [1, { model: 'strata-1.5', prompt: 'x', length: 5 }],
  [
    2,
    {
      model: 'strata-1.5',
      prompt: 'x',
      length: 'auto',
      'guidance.scale': null,
      '2nd_pass': { steps: 3, end_image: null },
    },
  ],
  [0.07, { model: 'palette-5', prompt: 'x', weights: { sky: 1 } }],
  [0.07, { model: 'palette-5', prompt: 'x', weights: { sky: 1 }, faces: { anna: image } }],
  [
    0.61,
    { model: 'palette-5', prompt: 'x', weights: { sky: 1 }, faces: { anna: image, '0': image, 'old town': image } },
  ],
  [0.5, { model: 'loom-9', source: words }],
  [0.62, { model: 'loom-9', source: { kind: 'still', image }, layers: [{ type: 'sticker', image }] }],
  [1.4, { model: 'loom-9', source: { kind: 'clip', video: 'https://example.com/a.mp4', seconds: 12 } }],
  // Its length and its frame rate depend on what else is asked for.
  [1, { model: 'cadence-3', prompt: 'x' }],
  [2, { model: 'cadence-3', prompt: 'x', resolution: '1080p' }],
  [1.6, { model: 'cadence-3', prompt: 'x', image }],
  [2, { model: 'cadence-3', prompt: 'x', image, resolution: '1080p' }],
  [0.6, { model: 'cadence-3', prompt: 'x', resolution: '480p' }],
  [0.5, { model: 'cadence-3', prompt: 'x', resolution: '480p', fps: 24 }],
  // Without a price of its own, by the standard price.
  [5, { model: 'choir-400', prompt: 'x', voice: 'en-000' }],
]

/** What the service says of a request that it rejects. */
export const mistakes: [message: string, request: object][] = [
  ['voice: is empty; write at least 1 character', { model: 'choir-400', prompt: 'x', voice: '' }],
  [
    'accent: "ac-01" is not offered by choir-400; use one of 120 values, such as ac-001, ac-010, ac-011, ac-012 or ac-013 (did you mean "ac-001"?)',
    { model: 'choir-400', prompt: 'x', voice: 'en-000', accent: 'ac-01' },
  ],
  [
    'seed: "18446744073709551616" is not an integer from 0 to 18446744073709551615, as a string of digits',
    { model: 'vista-64', prompt: 'x', seed: '18446744073709551616' },
  ],
  ['seed: must be a string, not 42 (did you mean "42"?)', { model: 'vista-64', prompt: 'x', seed: 42 }],
  // The digits that were sent are lost, so none are suggested.
  ['seed: must be a string, not 18446744073709552000', { model: 'vista-64', prompt: 'x', seed: 2 ** 64 }],
  [
    'source.kind: "stills" is not offered by loom-9; use clip, still or words (did you mean "still"?)',
    { model: 'loom-9', source: { kind: 'stills', image } },
  ],
  [
    'source.image: is not a parameter of loom-9; it accepts kind and text',
    { model: 'loom-9', source: { ...words, image } },
  ],
  [
    'source, layers: a clip takes no layers',
    { model: 'loom-9', source: { kind: 'clip', video: image, seconds: 3 }, layers: [{ type: 'caption', text: 'a' }] },
  ],
  [
    'source: the sum of source.seconds must be at most 20 s, not 25 s',
    { model: 'loom-9', source: { kind: 'clip', video: image, seconds: 25 } },
  ],
  ['layers[0].type: is required; add caption or sticker', { model: 'loom-9', source: words, layers: [{ text: 'a' }] }],
  [
    'weights."Old Town": the name "Old Town" does not have the form that is accepted; use one such as "sky"',
    { model: 'palette-5', prompt: 'x', weights: { 'Old Town': 1 } },
  ],
  ['weights: has 3 items; send at most 2', { model: 'palette-5', prompt: 'x', weights: { a: 1, b: 1, c: 1 } }],
  ['weights: has 0 items; send at least 1', { model: 'palette-5', prompt: 'x', weights: {} }],
  ['weights.sky: 3 is too large; use 2 or less', { model: 'palette-5', prompt: 'x', weights: { sky: 3 } }],
  [
    'inks.first.value: is not a parameter of palette-5; it accepts by and name',
    {
      model: 'palette-5',
      prompt: 'x',
      weights: { sky: 1 },
      inks: { first: { by: 'name', name: 'a', value: '#000000' } },
    },
  ],
  [
    'shots: the sum of shots[*].duration must be at most 60 s, not 61 s',
    { model: 'reel-story', shots: [15, 15, 15, 15, 1].map((duration) => ({ prompt: 'x', duration })) },
  ],
  [
    'shots, resolution: the sum of shots[*].duration must be at most 45 s, not 46 s',
    { model: 'reel-story', resolution: '1080p', shots: [15, 15, 15, 1].map((duration) => ({ prompt: 'x', duration })) },
  ],
  [
    'camera: camera.path[1].at (2.5 s) must be less than camera.path[2].at (2 s)',
    {
      model: 'orbit-cam',
      prompt: 'x',
      duration: 5,
      camera: { mode: 'path', path: [0, 2.5, 2].map((at) => ({ x: 0, y: 0, z: 0, at })) },
    },
  ],
  [
    'width, height: the product width × height must be at most 4194304, not 4227072',
    { model: 'canvas-lora', prompt: 'x', width: 4096, height: 1032 },
  ],
  [
    'duration: the product duration × fps must be at most 480, not 540',
    { model: 'cadence-3', prompt: 'x', resolution: '480p', duration: 9 },
  ],
  [
    'shots: the entries of shots[*].image and shots[*].references must number at most 10 in all, not 12',
    {
      model: 'reel-story',
      shots: [3, 3, 3].map((pictures) => ({
        ...shot,
        image,
        references: Array.from({ length: pictures }, () => image),
      })),
    },
  ],
  [
    String.raw`loras: must be an array, not "[{\"path\":\"https://example.com/a\"}]" (did you mean [{"path":"https://example.com/a"}]?)`,
    { model: 'canvas-lora', prompt: 'x', loras: '[{"path":"https://example.com/a"}]' },
  ],
]
