import { expect, test } from 'vitest'
import { extensionAdvice, storedExtensionAdvice } from '../src/result/extension.js'

test.each([
  ['clip.mp4', 'video', undefined],
  ['clip', 'video', undefined],
  ['clip.bin', 'mesh', undefined],
  ['clip.PNG', 'video', '--out clip.PNG: .png is the extension of an image, and m makes a video'],
  ['clip.mp4', 'image', '--out clip.mp4: .mp4 is the extension of a video, and m makes an image'],
  ['a.glb', 'audio', '--out a.glb: .glb is the extension of a 3D model, and m makes an audio file'],
  ['a.mp3', 'mesh', '--out a.mp3: .mp3 is the extension of an audio file, and m makes a 3D model'],
] as const)('--out %s for a model of kind %s', (out, kind, expected) =>
  expect(extensionAdvice(out, 'm', kind)).toBe(expected),
)

test.each([
  ['clip.m4v', 'video/mp4; codecs=avc1', undefined],
  ['clip.xyz', 'text/plain', undefined],
  ['clip.xyz', undefined, undefined],
  ['a.wav', 'audio/mpeg', 'a.wav contains audio/mpeg; its extension is .wav, the usual one is .mp3'],
  ['a', 'model/gltf-binary', 'a contains model/gltf-binary; it has no extension, the usual one is .glb'],
])('%s, stored as %s', (file, type, expected) => expect(storedExtensionAdvice(file, type)).toBe(expected))
