import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'
import { fakeFile } from '../../../packages/service/src/commands/fake/fake-file.js'

/** A host of this machine with a picture, as it is called in requests, and as it arrives at an upstream. */
export async function servePicture(): Promise<{ host: string; url: string; dataUri: string }> {
  const { bytes, contentType } = fakeFile('image')
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': contentType, 'content-length': bytes.length }).end(bytes)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  return { host, url: `http://${host}/boat.png`, dataUri: `data:${contentType};base64,${bytes.toString('base64')}` }
}
