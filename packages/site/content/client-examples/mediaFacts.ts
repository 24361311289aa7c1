import { open } from 'node:fs/promises'
import { mediaFacts } from '@model-tasks/client/media'

const boat = await open('boat.png')
const facts = await mediaFacts({
  size: (await boat.stat()).size,
  read: async (start, end) => {
    const { buffer, bytesRead } = await boat.read(new Uint8Array(end - start), 0, end - start, start)
    return buffer.subarray(0, bytesRead)
  },
  close: () => boat.close(),
})
await boat.close()
console.log(facts)
