import { expect, test } from 'vitest'
import { resultName, resultType, resultTypeOf } from '../src/keep/results/result-key.js'

test.each([
  ['video', undefined, 'video/mp4', 'task_1.mp4'],
  ['video', 'binary/octet-stream', 'video/mp4', 'task_1.mp4'],
  ['video', 'application/octet-stream', 'video/mp4', 'task_1.mp4'],
  ['mesh', 'application/octet-stream', 'application/octet-stream', 'task_1.bin'],
  ['image', 'image/webp', 'image/webp', 'task_1.webp'],
  ['audio', 'audio/mpeg', 'audio/mpeg', 'task_1.mp3'],
  ['audio', undefined, 'application/octet-stream', 'task_1.bin'],
  ['mesh', 'model/gltf-binary', 'model/gltf-binary', 'task_1.glb'],
] as const)('a result of the kind %s, named %s, is served as %s and called %s', (kind, named, type, name) => {
  const known = resultTypeOf(kind, named)
  expect([known, resultName('task_1', known), resultType(name)]).toEqual([type, name, type])
})
