import type { ResultType } from '@model-tasks/documents/upstreams/interpreter'
import type { TaskKind } from '../../domain/task/record.js'

const extensions: Readonly<Record<ResultType, string>> = {
  'video/mp4': 'mp4',
  'video/quicktime': 'mov',
  'video/webm': 'webm',
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/webp': 'webp',
  'image/gif': 'gif',
  'audio/mpeg': 'mp3',
  'audio/wav': 'wav',
  'model/gltf-binary': 'glb',
}

/** How a host calls a file of which it knows nothing. */
const unknown = 'application/octet-stream'

/** What a result is taken to be whose upstream does not say it; of other kinds nothing is taken for granted. */
const usual: Partial<Record<TaskKind, ResultType>> = { video: 'video/mp4', image: 'image/png' }

/** The media type of a result of that kind: as its upstream named it, where that says anything. */
export function resultTypeOf(kind: TaskKind, named: string | undefined): string {
  const says = named !== undefined && named !== unknown && named !== 'binary/octet-stream'
  return says ? named : (usual[kind] ?? unknown)
}

/** The name of a task's result file, which is also the end of its URL; `number`: which of several it is, from 1. */
export function resultName(taskId: string, contentType: string, number = 1): string {
  return `${taskId}${number === 1 ? '' : `-${number}`}.${isResultType(contentType) ? extensions[contentType] : 'bin'}`
}

/** Every name that this file of a task can have. */
export function resultNames(taskId: string, number = 1): string[] {
  return [...Object.keys(extensions), unknown].map((type) => resultName(taskId, type, number))
}

/** The key of a result file in the file store. */
export function resultKey(name: string): string {
  return `results/${name}`
}

/** The task whose result a file is, by its key; undefined where it is none. */
export function taskOfResult(key: string): string | undefined {
  return /^results\/(task_[0-9a-z]+)(?:-\d+)?\.[0-9a-z]+$/.exec(key)?.[1]
}

/** The media type of a result file, by its name. */
export function resultType(name: string): string {
  const found = Object.entries(extensions).find(([, extension]) => name.endsWith(`.${extension}`))
  return found?.[0] ?? unknown
}

function isResultType(type: string): type is ResultType {
  return Object.hasOwn(extensions, type)
}
