import type { Mapping } from '@model-tasks/documents/upstreams/interpreter'
import { InputError } from '../../base/input-error.js'
import { protocolInFile } from '../../run/provider/check-protocol.js'
import { Protocols } from '../../settings/protocols.js'

/** The mapping of a protocol of the catalogue, or of a file of one. Throws `InputError` for what is neither. */
export async function namedMapping(named: string): Promise<Mapping> {
  if (named.endsWith('.json')) return protocolInFile(named)
  const protocols = new Protocols()
  const mapping = await protocols.load(named)
  if (mapping === undefined)
    throw new InputError(
      `"${named}" is not a protocol; use one of ${protocols.names.join(', ')}, or the path of a file of your own`,
    )
  return mapping
}
