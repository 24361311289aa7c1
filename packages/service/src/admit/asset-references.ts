import { placeName, valuesAt } from '@model-tasks/spec/measures/places'
import { loaders } from '@model-tasks/spec/media'
import type { Finding } from '@model-tasks/validation'
import type { JsonObject } from '../base/json.js'
import { isAssetId, type AssetStatus, type AssetStore } from '../keep/store/asset-store.js'
import { formatShortened } from './problem.js'

/** As upstreams may read it, where the catalogue does not say how it is written. */
const scheme = /^\s*assetId:\/\//i

/** So many are reported. A model without a reference takes lists of any length, and each asset is looked up. */
const mostFindings = 100

/**
 * One finding for each asset a request names that is unknown, another account's, or not approved (interface: Asset
 * library), at every place where the catalogue says that media can stand; of many the first hundred.
 */
export async function unavailableAssets(
  model: string,
  body: JsonObject,
  account: string,
  assets: Pick<AssetStore, 'findAsset'> | undefined,
): Promise<Finding[]> {
  if (assets === undefined) return []
  const findings: Finding[] = []
  const statuses = new Map<string, AssetStatus | undefined>()
  for (const { path, value } of valuesAt(await mediaPlaces(model), body)) {
    if (typeof value !== 'string' || !scheme.test(value)) continue
    if (findings.length === mostFindings) break
    const id = value.replace(scheme, '').trim()
    if (!statuses.has(id) && isAssetId(id)) statuses.set(id, (await assets.findAsset(account, id))?.status)
    const status = statuses.get(id)
    if (status !== 'approved')
      findings.push(unavailable(path, { id: formatShortened(id), received: formatShortened(value) }, status))
  }
  return findings
}

function unavailable(
  path: string,
  { id, received }: { id: string; received: string },
  status: AssetStatus | undefined,
): Finding {
  const reason = status === undefined ? 'this account has no asset with this ID' : `its review says ${status}`
  return {
    rule: 'asset-unavailable',
    severity: 'error',
    path: formatShortened(path),
    parameter: formatShortened(placeName(path).split(/[.[]/, 1)[0] ?? ''),
    message: `${formatShortened(placeName(path))}: the asset "${id}" cannot be used, ${reason}; upload it first and wait until it is approved`,
    received,
    source: 'Asset library',
  }
}

/** By Model ID, of the models that were asked for: to ask for a module again takes longer than what is done with it. */
const known = new Map<string, readonly { path: string }[]>()

/** Where media can stand in a request for a model; anywhere, for one that the catalogue does not have. */
async function mediaPlaces(model: string): Promise<readonly { path: string }[]> {
  if (!Object.hasOwn(loaders, model)) return [{ path: '/**' }]
  const places = known.get(model) ?? (await loaders[model as keyof typeof loaders]()).places
  known.set(model, places)
  return places
}
