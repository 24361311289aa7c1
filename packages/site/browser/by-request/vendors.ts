import { loaders, protocols } from '@model-tasks/documents/upstreams'
import {
  inOurWords,
  modelOf,
  type InOurWords,
  type JsonObject,
  type Mapping,
} from '@model-tasks/documents/upstreams/interpreter'
import { models } from '@model-tasks/documents/upstreams/models'

/** Requests of vendors' APIs, read backwards. Loaded with the first request that is not in our own words. */

/** A request of a vendor, read for any model. */
export interface VendorRequest {
  title: string
  /** Our model that it names, as a vendor's client names it. */
  named: string | undefined
  /** What it asks of a model; undefined where the vendor makes nothing of the model's kind. */
  of: (model: string) => InOurWords | undefined
}

const kinds = ['video', 'image', 'audio', 'mesh'] as const

/** How much of a body a protocol understands, from 0 to 1, for any model. */
const understood = (mapping: Mapping, body: JsonObject): number =>
  Math.max(
    ...kinds.map((kind) => {
      const { told, untold } = inOurWords(mapping, { kind, open: true, parameters: {} }, body) ?? {
        told: 0,
        untold: [],
      }
      return told === 0 ? 0 : told / (told + untold.length)
    }),
  )

/** Our model that a vendor's body names: by its ID, or by an ID that ends with it, as the native APIs take it. */
const namedIn = ({ operations }: Mapping, body: JsonObject): string | undefined => {
  const name = Object.values(operations).flatMap((operation) => modelOf(operation, body) ?? [])[0]
  return [name, name?.split('/').at(-1)].find((one) => one !== undefined && Object.hasOwn(models, one))
}

/** Reads a body as the request of the vendor that understands more than `atLeast` of it, and most; undefined where none does. */
export const readVendor = async (body: JsonObject, atLeast: number): Promise<VendorRequest | undefined> => {
  const mappings = await Promise.all(protocols.map(async (protocol) => (await loaders[protocol]()).mapping))
  let best: Mapping | undefined
  let most = atLeast
  for (const mapping of mappings) {
    const share = understood(mapping, body)
    if (share > most) [best, most] = [mapping, share]
  }
  const mapping = best
  return (
    mapping && {
      title: mapping.title,
      named: namedIn(mapping, body),
      of: (model) => {
        const facts = models[model]
        return facts && inOurWords(mapping, facts, body)
      },
    }
  )
}
