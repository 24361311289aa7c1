import type { Finding } from '@model-tasks/validation'
import type { JsonObject, JsonValue } from '../json.js'
import { isAssetId, type AssetStore } from '../store/asset-store.js'

const scheme = 'assetId://'

/** One finding for each asset a request names that is unknown, another account's, or not approved (interface: Asset library). */
export async function unavailableAssets(
  body: JsonObject,
  account: string,
  assets: AssetStore | undefined,
): Promise<Finding[]> {
  if (assets === undefined || !Object.values(body).some(Array.isArray)) return []
  const findings: Finding[] = []
  for (const { parameter, index, id } of assetReferences(body)) {
    const asset = isAssetId(id) ? await assets.findAsset(account, id) : undefined
    if (asset?.status === 'approved') continue
    const reason = asset === undefined ? 'this account has no asset with this ID' : `its review says ${asset.status}`
    findings.push({
      rule: 'asset-unavailable',
      severity: 'error',
      path: `/${parameter}/${index}`,
      parameter,
      message: `${parameter}[${index}]: the asset "${id}" cannot be used, ${reason}; upload it first and wait until it is approved`,
      received: `${scheme}${id}`,
      source: 'Asset library',
    })
  }
  return findings
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
