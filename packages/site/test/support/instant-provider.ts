import { StubProvider } from '../../../service/test/support/stub-provider.js'

/** A video without frames and a picture of one pixel, each whole as its format has it: the client stores no other. */
const video = Buffer.from('000000146674797069736f6d0000020069736f6d000000086d6f6f76000000086d646174', 'hex')
const image = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

/**
 * Completes each task at once with a file of its kind, where a test is about the program that asked for it. One whose prompt
 * says that it is to be cancelled goes on, so that it has not ended before it is.
 */
export class InstantProvider extends StubProvider {
  override instant = false
  override concurrency = 16

  override render(...[task, follow]: Parameters<StubProvider['render']>): ReturnType<StubProvider['render']> {
    const done = super.render(task, follow)
    const { prompt } = task.parameters
    if (typeof prompt !== 'string' || !prompt.includes('cancelled'))
      void this.jobs.at(-1)?.complete(task.kind === 'video' ? video : image, task.kind === 'video' ? 5 : undefined)
    return done
  }
}
