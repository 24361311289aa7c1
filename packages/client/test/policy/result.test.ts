import { expect, it } from 'vitest'
import { resultExtension, resultLocation } from '../../src/policy/index.js'

it.each([
  [{ result_url: 'https://a/1', video_url: 'https://a/2' }, 'https://a/1'],
  [{ result_url: '', video_url: 'https://a/2' }, 'https://a/2'],
  [{ result_url: null, image_url: 'https://a/2' }, 'https://a/2'],
  [{ audio_url: 'https://a/2' }, 'https://a/2'],
  [{ mesh_url: 'https://a/2' }, 'https://a/2'],
  [{ upstream_url: 'https://a/2', video_url: 4 }, undefined],
  [{}, undefined],
])('the result of %j is at %s', (task, expected) => expect(resultLocation(task)).toBe(expected))

it.each([
  ['video', undefined, 'mp4'],
  ['image', undefined, 'png'],
  ['audio', undefined, 'mp3'],
  ['mesh', undefined, 'glb'],
  ['something', undefined, 'bin'],
  ['video', 'https://a/clip.WEBM?token=a.b', 'webm'],
  ['video', 'https://a/clip.mov.x', 'mp4'],
  ['video', 'https://a/clip.tar-gz', 'mp4'],
  ['video', 'https://a.jpg', 'mp4'],
  ['video', '/files/a.webm', 'mp4'],
  ['something', 'https://a/b.gltf', 'gltf'],
])('a result of kind %s at %s ends in .%s', (object, result_url, expected) =>
  expect(resultExtension({ object, ...(result_url && { result_url }) })).toBe(expected),
)
