import type { Task } from '@model-tasks/spec'

/** What models make: the usual ending of such a file, and the media types by which hosts call it. */
const kinds: Readonly<Record<string, { extension: string; types: readonly string[] }>> = {
  video: { extension: 'mp4', types: ['video'] },
  image: { extension: 'png', types: ['image'] },
  // Many hosts call sound in an MP4 container a video.
  audio: { extension: 'mp3', types: ['audio', 'video'] },
  mesh: { extension: 'glb', types: ['model'] },
}

/** The fields of a task that say where its result is, the one for any kind first (interface: Task). */
export const resultFields: readonly string[] = ['result', ...Object.keys(kinds)].map((kind) => `${kind}_url`)

/** The URL of a task's result, as the service states it; undefined while there is none. */
export function resultLocation(task: object): string | undefined {
  return resultFields
    .map((name): unknown => Reflect.get(task, name))
    .find((url): url is string => typeof url === 'string' && url !== '')
}

/** The ending of a task's result file: from its URL, else from its kind. */
export function resultExtension(task: Pick<Task, 'object'>): string {
  const url = resultLocation(task)
  const known =
    url !== undefined && URL.canParse(url) ? /\.([a-z0-9]{2,5})$/i.exec(new URL(url).pathname)?.[1] : undefined
  return known?.toLowerCase() ?? kinds[task.object]?.extension ?? 'bin'
}

/** What the media type of a task's result begins with. */
export function resultTypes({ object }: Pick<Task, 'object'>): readonly string[] {
  return kinds[object]?.types ?? [...new Set(Object.values(kinds).flatMap(({ types }) => types))]
}
