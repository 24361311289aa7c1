import type { Finding } from '@model-tasks/validation'
import type { JsonObject, JsonValue } from '../json.js'
import { isAssetId, type AssetStatus, type AssetStore } from '../store/asset-store.js'
import { formatShortened } from './problem.js'

const scheme = 'assetId://'

/** So many are reported. A model without a reference takes lists of any length, and each asset is looked up. */
const mostFindings = 100

/**
 * One finding for each asset a request names that is unknown, another account's, or not approved (interface: Asset library);
 * of many the first hundred.
 */
export async function unavailableAssets(
  body: JsonObject,
  account: string,
  assets: Pick<AssetStore, 'findAsset'> | undefined,
): Promise<Finding[]> {
  if (assets === undefined || !Object.values(body).some(Array.isArray)) return []
  const findings: Finding[] = []
  const statuses = new Map<string, AssetStatus | undefined>()
  for (const { parameter, index, id } of assetReferences(body)) {
    if (findings.length === mostFindings) break
    if (!statuses.has(id) && isAssetId(id)) statuses.set(id, (await assets.findAsset(account, id))?.status)
    const status = statuses.get(id)
    if (status !== 'approved')
      findings.push(unavailable(formatShortened(parameter), index, formatShortened(id), status))
  }
  return findings
}

function unavailable(parameter: string, index: number, id: string, status: AssetStatus | undefined): Finding {
  const reason = status === undefined ? 'this account has no asset with this ID' : `its review says ${status}`
  return {
    rule: 'asset-unavailable',
    severity: 'error',
    path: `/${parameter}/${index}`,
    parameter,
    message: `${parameter}[${index}]: the asset "${id}" cannot be used, ${reason}; upload it first and wait until it is approved`,
    received: `${scheme}${id}`,
    source: 'Asset library',
  }
}

function* assetReferences(body: JsonObject): Generator<{ parameter: string; index: number; id: string }> {
  for (const [parameter, value] of Object.entries(body)) {
    if (!Array.isArray(value)) continue
    for (const [index, item] of value.entries()) {
      const id = assetIdOf(item)
      if (id !== undefined) yield { parameter, index, id }
    }
  }
}

function assetIdOf(item: JsonValue): string | undefined {
  return typeof item === 'string' && item.startsWith(scheme) ? item.slice(scheme.length) : undefined
}
