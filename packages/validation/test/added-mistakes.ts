/** A model, what is wrong, and the message in both languages, with the suggestion where there is one. */
export type Mistake = [model: string, wrong: object, message: string, suggestion?: unknown]

const url = 'https://example.com/a.png'

/** One mistake each in a request to one of the added models. */
export const mistakes: Mistake[] = [
  // Choices: null where it may be sent, and what is deprecated last.
  [
    'every-kind',
    { style: 'oil paint' },
    'style: "oil paint" is not offered by every-kind; use anime, null or film | style：every-kind 不提供 "oil paint"；可用 anime、null、film',
  ],
  [
    'every-kind',
    { length: 7 },
    'length: 7 is not offered by every-kind; use 5, auto or 10 | length：every-kind 不提供 7；可用 5、auto、10',
  ],
  [
    'every-kind',
    { length: null },
    'length: must not be null; send 5, auto or 10, or leave it out | length：不能为 null；请填写 5、auto 或 10，或者省略',
  ],
  // Numbers.
  [
    'every-kind',
    { strength: 0.52 },
    'strength: 0.52 is not a multiple of 0.05; use 0.5 | strength：0.52 不是 0.05 的倍数；请用 0.5',
    0.5,
  ],
  ['every-kind', { strength: 1.5 }, 'strength: 1.5 is too large; use 1 or less | strength：1.5 太大；最大为 1', 1],
  [
    'every-kind',
    { strength: '-0' },
    'strength: must be a number, not "-0" (did you mean 0?) | strength：应为数，而不是 "-0"（是否指 0？）',
    0,
  ],
  ['every-kind', { scale: 0 }, 'scale: 0 is too small; use more than 0 | scale：0 太小；应大于 0'],
  ['every-kind', { steps: 34 }, 'steps: 34 is not a multiple of 10; use 30 | steps：34 不是 10 的倍数；请用 30', 30],
  ['every-kind', { steps: 4 }, 'steps: 4 is too small; use 10 or more | steps：4 太小；最小为 10', 10],
  ['any-mesh', { smoothing: 1, detail: 1 }, 'smoothing: 1 is too large; use less than 1 | smoothing：1 太大；应小于 1'],
  // The nearest multiple is itself not accepted.
  [
    'any-mesh',
    { smoothing: 0.96, detail: 1 },
    'smoothing: 0.96 is not a multiple of 0.1 | smoothing：0.96 不是 0.1 的倍数',
  ],
  [
    'every-kind',
    { speed: 3 },
    'speed: 3 is not offered by every-kind; use 0.5, 1 or 2 | speed：every-kind 不提供 3；可用 0.5、1、2',
  ],
  [
    'retiring',
    { mode: 'pro' },
    'mode: "pro" is not offered by retiring; use std | mode：retiring 不提供 "pro"；可用 std',
    'std',
  ],
  // An object with names of the caller's choice.
  [
    'every-kind',
    { weights: { 'Hand 2': 1 } },
    'weights."Hand 2": the name "Hand 2" does not have the form that is accepted; use one such as "face" | weights."Hand 2"：名称 "Hand 2" 的形式不对；请用例如 "face" 的形式',
  ],
  [
    'every-kind',
    { weights: { face: 1.5 } },
    'weights.face: 1.5 is too large; use 1 or less | weights.face：1.5 太大；最大为 1',
    1,
  ],
  [
    'every-kind',
    { places: { a: { x: 1 }, b: { x: 1 }, c: { x: 1 } } },
    'places: has 3 items; send at most 2 | places：有 3 项；至多 2 项',
  ],
  // An object of several forms.
  [
    'every-kind',
    { sound: { from: 'File', file: url } },
    'sound.from: "File" is not offered by every-kind; use words, file or nothing (did you mean "file"?) | sound.from：every-kind 不提供 "File"；可用 words、file、nothing（是否指 "file"？）',
    'file',
  ],
  [
    'every-kind',
    { sound: { from: 'words', text: 'x', file: url } },
    'sound.file: is not a parameter of every-kind; it accepts from, text and pace | sound.file：every-kind 没有此参数；可用 from、text、pace',
  ],
  [
    'every-kind',
    { sound: { from: 'words', text: 'too long, this' } },
    'sound.text: has 14 characters; use at most 9 | sound.text：有 14 个字符；至多 9 个',
  ],
  // A number that was written as a string, and the other way round.
  ...[
    ['0.5', 0.5],
    [' 1 ', 1],
    ['2.0', 2],
  ].map(([text, value]): Mistake => {
    const [shown, meant] = [JSON.stringify(text), JSON.stringify(value)]
    return [
      'every-kind',
      { speed: text },
      `speed: must be a number, not ${shown} (did you mean ${meant}?) | speed：应为数，而不是 ${shown}（是否指 ${meant}？）`,
      value,
    ]
  }),
  ...['5', 'x1', '1x', '1.', '.5', '1 1', '1.5.', '1e0', '00000000000000001', '1.0000000000000000', '-0', '0x1'].map(
    (text): Mistake => {
      const shown = JSON.stringify(text)
      return ['every-kind', { speed: text }, `speed: must be a number, not ${shown} | speed：应为数，而不是 ${shown}`]
    },
  ),
  [
    'every-kind',
    { scale: ' 12.25 ' },
    'scale: must be a number, not " 12.25 " (did you mean 12.25?) | scale：应为数，而不是 " 12.25 "（是否指 12.25？）',
    12.25,
  ],
  [
    'every-kind',
    { camera: { angle: '-45' } },
    'camera.angle: must be an integer, not "-45" (did you mean -45?) | camera.angle：应为整数，而不是 "-45"（是否指 -45？）',
    -45,
  ],
  [
    'every-kind',
    { camera: { angle: '-0' } },
    'camera.angle: must be an integer, not "-0" (did you mean 0?) | camera.angle：应为整数，而不是 "-0"（是否指 0？）',
    0,
  ],
  [
    'every-kind',
    { camera: { angle: -0.4 } },
    'camera.angle: must be an integer, not -0.4 (did you mean 0?) | camera.angle：应为整数，而不是 -0.4（是否指 0？）',
    0,
  ],
  ...['20', '20s', '20 s', ' 20 sec ', '20 second', '20 SECONDS'].map((text): Mistake => [
    'every-kind',
    { steps: text },
    `steps: must be an integer, not "${text}" (did you mean 20?) | steps：应为整数，而不是 "${text}"（是否指 20？）`,
    20,
  ]),
  ...['x20', '20x', '20 seconds long', '20.0', '0000000000000020', '2 0'].map((text): Mistake => [
    'every-kind',
    { steps: text },
    `steps: must be an integer, not "${text}" | steps：应为整数，而不是 "${text}"`,
  ]),
  [
    'every-kind',
    { steps: 19.6 },
    'steps: must be an integer, not 19.6 (did you mean 20?) | steps：应为整数，而不是 19.6（是否指 20？）',
    20,
  ],
  // Strings.
  [
    'every-kind',
    { colour: 'red' },
    'colour: "red" does not have the form that is accepted; use one such as "#00ff7f" | colour："red" 的形式不对；请用例如 "#00ff7f" 的形式',
  ],
  [
    'every-kind',
    { since: 'soon' },
    'since: "soon" is not a date such as 2026-12-31 | since："soon" 不是日期，例如 2026-12-31',
  ],
  ['retiring', { title: 'A' }, 'title: is too short; write at least 3 characters | title：太短；至少写 3 个字符'],
  ['retiring', { title: '' }, 'title: is empty; write at least 3 characters | title：为空；至少写 3 个字符'],
  [
    'retiring',
    { title: '😀'.repeat(13) },
    'title: has 13 characters; use at most 12 | title：有 13 个字符；至多 12 个',
  ],
  // One reference, not a list of them.
  [
    'every-kind',
    { voice: 'cat.mp3' },
    'voice: "cat.mp3" is not a media reference; use an absolute http or https URL | voice："cat.mp3" 不是素材引用；请用 http 或 https 绝对地址',
  ],
  [
    'every-kind',
    { voice: 'assetId://a' },
    'voice: every-kind does not accept asset IDs; use an absolute http or https URL | voice：every-kind 不接受素材库 ID；请用 http 或 https 绝对地址',
  ],
  [
    'every-kind',
    { voice: 'DATA:audio/mp3;base64,AA==' },
    'voice: every-kind does not accept base64; use an absolute http or https URL | voice：every-kind 不接受 base64；请用 http 或 https 绝对地址',
  ],
  // Lists.
  [
    'every-kind',
    { tags: ['a', 'a'] },
    'tags[1]: repeats an earlier item; remove it | tags[1]：与前面的元素重复；请删除',
  ],
  ['every-kind', { tags: [] }, 'tags: has 0 items; send at least 1 | tags：有 0 项；至少 1 项'],
  ['any-mesh', { angles: [1] }, 'angles: has 1 item; send at least 2 | angles：有 1 项；至少 2 项'],
  ['every-kind', { tags: ['a', 'b', 'c', 'd'] }, 'tags: has 4 items; send at most 3 | tags：有 4 项；至多 3 项'],
  [
    'every-kind',
    { tags: [5] },
    'tags[0]: must be a string, not 5 (did you mean "5"?) | tags[0]：应为字符串，而不是 5（是否指 "5"？）',
    '5',
  ],
  [
    'every-kind',
    { tags: 'cat' },
    'tags: must be an array, not "cat" (did you mean ["cat"]?) | tags：应为数组，而不是 "cat"（是否指 ["cat"]？）',
    ['cat'],
  ],
  [
    'every-kind',
    { tags: 'much too long' },
    'tags: must be an array, not "much too long" | tags：应为数组，而不是 "much too long"',
  ],
  [
    'any-mesh',
    { formats: ['GLB'] },
    'formats[0]: "GLB" is not offered by any-mesh; use glb or usdz (did you mean "glb"?) | formats[0]：any-mesh 不提供 "GLB"；可用 glb、usdz（是否指 "glb"？）',
    'glb',
  ],
  ['any-mesh', { outline: [[1, 2], [1]] }, 'outline[1]: has 1 item; send at least 2 | outline[1]：有 1 项；至少 2 项'],
  ['any-mesh', { outline: [[1, 'x']] }, 'outline[0][1]: must be a number, not "x" | outline[0][1]：应为数，而不是 "x"'],
  // Objects, and objects in them.
  ['every-kind', { camera: [] }, 'camera: must be an object, not an array | camera：应为对象，而不是 数组'],
  ['every-kind', { camera: 5 }, 'camera: must be an object, not 5 | camera：应为对象，而不是 5'],
  [
    'every-kind',
    { camera: { angle: null } },
    'camera.angle: must not be null; send an integer from -90 to 90 | camera.angle：不能为 null；请填写 -90 到 90 的整数',
  ],
  [
    'every-kind',
    { camera: { angle: 1, path: null } },
    'camera.path: must not be null; send an array of up to 2 items, each an object with x (required: a number), y (a number of at least 0), or leave it out | camera.path：不能为 null；请填写含至多 2 个元素的数组，每个元素为对象，含 x（必填：数）、y（至少 0 的数），或者省略',
  ],
  [
    'every-kind',
    { camera: {} },
    'camera.angle: is required; add an integer from -90 to 90 | camera.angle：必填；请填写 -90 到 90 的整数',
  ],
  [
    'every-kind',
    { camera: { angle: 100 } },
    'camera.angle: 100 is too large; use 90 or less | camera.angle：100 太大；最大为 90',
    90,
  ],
  [
    'every-kind',
    { camera: { angel: 5 } },
    'camera.angel: is not a parameter of every-kind; did you mean angle? | camera.angel：every-kind 没有此参数；是否指 angle？',
    'angle',
  ],
  [
    'every-kind',
    { camera: { angle: 1, zzz: 5 } },
    'camera.zzz: is not a parameter of every-kind; it accepts angle, path and target | camera.zzz：every-kind 没有此参数；可用 angle、path、target',
  ],
  [
    'every-kind',
    { camera: { angle: 1, angel: 5 } },
    'camera.angel: is not a parameter of every-kind; did you mean angle, which is there too? | camera.angel：every-kind 没有此参数；是否指已有的 angle？',
  ],
  [
    'every-kind',
    { camera: { angle: 1, path: [{ x: 1, y: -1 }] } },
    'camera.path[0].y: -1 is too small; use 0 or more | camera.path[0].y：-1 太小；最小为 0',
    0,
  ],
  [
    'every-kind',
    { camera: { angle: 1, path: [{ x: 1 }, { y: 1 }] } },
    'camera.path[1].x: is required; add a number | camera.path[1].x：必填；请填写数',
  ],
  [
    'any-mesh',
    { texture: { layers: { normal: 'True' } } },
    'texture.layers.normal: must be true or false, not "True" (did you mean true?) | texture.layers.normal：应为 true 或 false，而不是 "True"（是否指 true？）',
    true,
  ],
  [
    'any-mesh',
    { texture: { layers: { normal: true, nam: 'x' } } },
    'texture.layers.nam: is not a parameter of any-mesh; did you mean name? | texture.layers.nam：any-mesh 没有此参数；是否指 name？',
    'name',
  ],
  [
    'any-mesh',
    { texture: { layers: { normal: true, 'a b': 'x' } } },
    'texture.layers."a b": is not a parameter of any-mesh; it accepts normal and name | texture.layers."a b"：any-mesh 没有此参数；可用 normal、name',
  ],
  // Names that have changed.
  [
    'every-kind',
    { avoid: 'rain' },
    'avoid: was renamed to negative_prompt | avoid：已更名为 negative_prompt',
    'negative_prompt',
  ],
  [
    'every-kind',
    { avoid: 'rain', negative_prompt: 'snow' },
    'avoid: was renamed to negative_prompt, which is there too | avoid：已更名为 negative_prompt，后者已在请求中',
  ],
  // Rules about several parameters.
  [
    'every-kind',
    { masks: [url] },
    'voice, masks: send a voice or masks, and not both | voice, masks：请只用 voice 或 masks 之一',
  ],
  [
    'every-kind',
    { voice: undefined },
    'voice: send a voice or masks, and not both | voice：请只用 voice 或 masks 之一',
  ],
  // Where the value itself would not be accepted, written as the right type, nothing is suggested.
  [
    'every-kind',
    { camera: { angle: '200' } },
    'camera.angle: must be an integer, not "200" | camera.angle：应为整数，而不是 "200"',
  ],
  [
    'every-kind',
    { tags: ['ok', 123_456_789] },
    'tags[1]: must be a string, not 123456789 | tags[1]：应为字符串，而不是 123456789',
  ],
  [
    'every-kind',
    { tags: ['ok', 5] },
    'tags[1]: must be a string, not 5 (did you mean "5"?) | tags[1]：应为字符串，而不是 5（是否指 "5"？）',
    '5',
  ],
  [
    'any-mesh',
    { texture: { layers: { normal: 'xtrue' } } },
    'texture.layers.normal: must be true or false, not "xtrue" | texture.layers.normal：应为 true 或 false，而不是 "xtrue"',
  ],
  [
    'any-mesh',
    { texture: { layers: { normal: 'truex' } } },
    'texture.layers.normal: must be true or false, not "truex" | texture.layers.normal：应为 true 或 false，而不是 "truex"',
  ],
  [
    'every-kind',
    { camera: { angle: 1, '1a': 5 } },
    'camera.1a: is not a parameter of every-kind; it accepts angle, path and target | camera.1a：every-kind 没有此参数；可用 angle、path、target',
  ],
  [
    'every-kind',
    { camera: { angle: 1, a1: 5 } },
    'camera.a1: is not a parameter of every-kind; it accepts angle, path and target | camera.a1：every-kind 没有此参数；可用 angle、path、target',
  ],
  // Values as they are shown: at most 60 characters, and none that cannot be seen.
  ...[
    ['x'.repeat(60), 'x'.repeat(60)],
    ['x'.repeat(61), `${'x'.repeat(60)}…`],
    ['a\u200bb\u00a0c', 'a\\u200bb\\u00a0c'],
    ['\u202e红', '\\u202e红'],
  ].map(([text, shown]): Mistake => [
    'every-kind',
    { since: text },
    `since: "${shown}" is not a date such as 2026-12-31 | since："${shown}" 不是日期，例如 2026-12-31`,
  ]),
  [
    'every-kind',
    { voice: 'my assetId:a' },
    'voice: "my assetId:a" is not a media reference; use an absolute http or https URL | voice："my assetId:a" 不是素材引用；请用 http 或 https 绝对地址',
  ],
  [
    'every-kind',
    { voice: 'my data:a' },
    'voice: "my data:a" is not a media reference; use an absolute http or https URL | voice："my data:a" 不是素材引用；请用 http 或 https 绝对地址',
  ],
]
