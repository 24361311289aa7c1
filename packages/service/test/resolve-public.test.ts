import { createSocket } from 'node:dgram'
import dns from 'node:dns/promises'
import { once } from 'node:events'
import { syncBuiltinESMExports } from 'node:module'
import { expect, onTestFinished, test, vi } from 'vitest'
import { remoteMediaCheck } from '../src/admit/media/media-check.js'
import { publicResolve } from '../src/base/net/resolve-public.js'
import { video } from './support/service.js'

/** A name server that knows one IPv4 address, and says nothing of names that begin with `silent`. */
async function nameServer(): Promise<string> {
  const socket = createSocket('udp4')
  socket.on('message', (query, { port, address }) => {
    const end = query.indexOf(0, 12) + 5
    if (query.includes('silent')) return
    const isFour = query.readUInt16BE(end - 4) === 1
    const answer = Buffer.from([0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 60, 0, 4, 198, 41, 0, 4])
    const header = Buffer.from(query.subarray(0, 12))
    header.writeUInt16BE(0x8180, 2)
    header.writeUInt16BE(isFour ? 1 : 0, 6)
    header.writeUInt16BE(0, 10)
    socket.send(Buffer.concat([header, query.subarray(12, end), ...(isFour ? [answer] : [])]), port, address)
  })
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  onTestFinished(() => void socket.close())
  return `127.0.0.1:${socket.address().port}`
}

test('name servers are asked without the look-ups of the machine, and given up when they say nothing', async () => {
  const resolve = publicResolve([await nameServer()])
  expect(await resolve('name.example')).toEqual([{ address: '198.41.0.4', family: 4 }])
  await expect(resolve('silent.example')).rejects.toThrow(/ETIMEOUT|ECANCELLED/)
})

test('a media check looks names up in no other way', async () => {
  const system = vi.spyOn(dns, 'lookup')
  syncBuiltinESMExports()
  onTestFinished(() => {
    system.mockRestore()
    syncBuiltinESMExports()
  })
  const asked: string[] = []
  const check = remoteMediaCheck(async (hostname) => {
    asked.push(hostname)
    return [{ address: '10.0.0.1', family: 4 }]
  })
  const findings = await check('sd_2.0_discount', { ...video, reference_images: ['https://files.example/a.png'] })
  expect(new Set(asked)).toEqual(new Set(['files.example']))
  expect(system).not.toHaveBeenCalled()
  expect(findings.map(({ rule }) => rule)).toEqual(['media-host'])
})
