import { StubProvider } from '../../../service/test/support/stub-provider.js'

/** The first bytes of a video and of a picture: what programs store is told by them. */
const video = Buffer.from('0000001c667479706d703432', 'hex')
const image = Buffer.from('89504e470d0a1a0a', 'hex')

/** Completes each task at once with a file of its kind, where a test is about the program that asked for it. */
export class InstantProvider extends StubProvider {
  override instant = false
  override concurrency = 16

  override render(...[task, follow]: Parameters<StubProvider['render']>): ReturnType<StubProvider['render']> {
    const done = super.render(task, follow)
    void this.jobs.at(-1)?.complete(task.kind === 'video' ? video : image, task.kind === 'video' ? 5 : undefined)
    return done
  }
}
