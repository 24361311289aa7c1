import { expect, test, vi } from 'vitest'
import { DiskFileStore } from '../src/keep/files/disk.js'
import { S3FileStore } from '../src/keep/files/s3-store.js'
import { testS3 } from './support/s3.js'
import { answerOf, image, testService } from './support/service.js'

const message = 'the file is no longer kept; nothing brings it back'

test.each([
  ['the disk', DiskFileStore],
  ['S3', S3FileStore],
])(
  'a result that is removed from %s while it is asked for is answered as one that is no longer kept',
  async (_name, Store) => {
    const settings = Store === S3FileStore ? { files: (await testS3()).files } : {}
    const { submit, ended } = await testService(settings)
    const urls = await Promise.all(
      [1, 2].map(async () => {
        const { body } = await submit(image)
        return (await ended(body.id)).result_url
      }),
    )
    const size = Store.prototype.size
    // As a sweep or an operator may: between the two questions to the store.
    vi.spyOn(Store.prototype, 'size').mockImplementation(async function (this: InstanceType<typeof Store>, key) {
      const bytes = await size.call(this, key)
      await this.remove(key)
      return bytes
    })
    for (const [index, headers] of [{}, { range: 'bytes=0-1' }].entries()) {
      const answer = await answerOf(await fetch(urls[index] ?? '', { headers }))
      expect([answer.status, answer.body.detail]).toEqual([410, message])
      expect(answer.headers.get('content-type')).toContain('json')
      for (const name of ['etag', 'accept-ranges', 'content-range', 'content-disposition'])
        expect(answer.headers.get(name), name).toBeNull()
      expect(answer.headers.get('cache-control')).not.toContain('immutable')
    }
  },
)
