import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Provider } from '@model-tasks/service'

/** A file as a provider hands it over. */
interface ResultFile {
  path: string
  contentType: string
  bytes: number
}

const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

/** A provider that makes one pixel at once, knows the directives `[[fail: …]]`, `[[delay: …]]` and `[[files: 3]]`, and never waits longer than it must. */
export function quickProvider(): Provider {
  return {
    kind: 'local',
    name: 'quick',
    takesAssets: true,
    concurrency: 8,
    render: (task, { directory, signal, onProgress }) =>
      new Promise((resolve, reject) => {
        const prompt = JSON.stringify(task.parameters.prompt)
        const failure = /\[\[fail: (.*?)\]\]/.exec(prompt)?.[1]
        onProgress(0.5)
        signal.addEventListener(
          'abort',
          () => {
            reject(new Error('aborted'))
          },
          { once: true },
        )
        if (failure !== undefined) resolve({ status: 'failed', error: failure })
        if (failure !== undefined || prompt.includes('[[delay:')) return
        const count = Number(/\[\[files: (\d)\]\]/.exec(prompt)?.[1] ?? 1)
        const writeOne = async (number: number): Promise<ResultFile> => {
          const path = join(directory, `pixel-${number}.png`)
          await writeFile(path, pixel)
          return { path, contentType: 'image/png', bytes: pixel.length }
        }
        Promise.all([writeOne(0), ...Array.from({ length: count - 1 }, (_, index) => writeOne(index + 1))]).then(
          ([first, ...others]) => {
            resolve({ status: 'completed', file: others.length === 0 ? first : { ...first, others } })
          },
          reject,
        )
      }),
    close: async () => undefined,
  }
}
