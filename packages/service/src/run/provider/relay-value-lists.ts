import type { ModelTasks } from '@model-tasks/client'
import type { CurrentValues } from '../../domain/provider/provider.js'

/**
 * The lists of values that a service of this interface has for a model at the moment, as its upstreams had them when it read
 * them. None where it has none, does not know the route, or cannot be asked before the signal aborts. Never rejects.
 */
export async function relayValueLists(
  client: ModelTasks,
  model: string,
  signal: AbortSignal,
): Promise<readonly CurrentValues[]> {
  try {
    const lists = await client.valueLists(model, { signal })
    return lists.map(({ path, name, values, read }) => ({ path, name, values, readAt: read * 1000 }))
  } catch {
    return []
  }
}
