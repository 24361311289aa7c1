import type { Json, Mapping } from '@model-tasks/documents/upstreams/interpreter'
import { loaders } from '@model-tasks/documents/upstreams'
import {
  ProtocolFault,
  type BackendTask,
  type PagePlace,
  type ProtocolBackend,
  type ProtocolRequest,
} from '../../src/edge/protocol/backend.js'
import { createProtocolServer } from '../../src/edge/protocol/server.js'

const facts = { kind: 'video' } as const
export const done: BackendTask = {
  ...{ id: 'done', kind: 'video', model: 'm', created: 7, state: 'completed', url: 'http://files.example/done.mp4' },
}
const tasks: readonly BackendTask[] = [
  done,
  { id: 'unnamed', kind: 'video', model: 'm', created: 7, state: 'completed' },
  { id: 'runs', kind: 'video', model: 'm', created: 8, state: 'processing' },
  { id: 'waits', kind: 'video', model: 'm', created: 8, state: 'queued' },
  { id: 'failed', kind: 'video', model: 'm', created: 9, state: 'failed', message: 'a face' },
  { id: 'wordless', kind: 'video', model: 'm', created: 9, state: 'failed' },
  { ...done, id: 'partial', state: 'failed', message: 'cut off' },
  { id: 'image', kind: 'image', model: 'm', created: 9, state: 'queued' },
]

/** A client of a vendor before a backend that has these tasks. What it asks the backend for is noted. */
export async function vendorClient(protocol: keyof typeof loaders | Mapping, parts: Partial<ProtocolBackend> = {}) {
  const mapping: Mapping = typeof protocol === 'string' ? (await loaders[protocol]()).mapping : protocol
  const places: PagePlace[] = []
  const query = async (id: string): Promise<BackendTask> => {
    const task = tasks.find((one) => one.id === id)
    if (task === undefined) throw new ProtocolFault(404, 'not_found', `no task ${id}`)
    return task
  }
  const backend: ProtocolBackend = {
    ...{ query, cancel: query, submit: () => query('waits') },
    model: (named) =>
      ['m', 'n'].includes(named) ? { id: named, facts: facts as never, defaultsFor: () => ({}) } : undefined,
    page: async (_kinds, place) => {
      places.push(place)
      return { tasks: [done], more: false }
    },
    probe: async () => undefined,
    models: async () => ['m'],
    upload: async (file) => `file of ${file.length}`,
    ...parts,
  }
  const server = createProtocolServer(mapping, backend)
  const call = async (line: string, body?: { [name: string]: Json }, more: Partial<ProtocolRequest> = {}) => {
    const [method = '', address = ''] = line.split(' ')
    const [path = '', query = ''] = address.split('?')
    const request = { method, path, query: new URLSearchParams(query), baseUrl: 'http://here', key: 'k', headers: {} }
    return server({ ...request, body, ...more })
  }
  return { call, places }
}
