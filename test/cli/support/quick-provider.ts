import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Provider } from '@model-tasks/service'

const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

/** A provider that makes one pixel at once, knows the directives `[[fail: …]]` and `[[delay: …]]`, and never waits longer than it must. */
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
        const path = join(directory, 'pixel.png')
        writeFile(path, pixel).then(() => {
          resolve({ status: 'completed', file: { path, contentType: 'image/png', bytes: pixel.length } })
        }, reject)
      }),
    close: async () => undefined,
  }
}
