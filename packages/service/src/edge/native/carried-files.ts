import { loaders } from '@model-tasks/spec/media'
import { valuesAt } from '@model-tasks/spec/measures/places'
import type { AssetUploads } from '../../admit/asset-uploads.js'
import { isJsonObject, type JsonObject, type JsonValue } from '../../base/json.js'
import type { Asset } from '../../keep/store/asset-store.js'
import { fileOf } from '../../run/provider/mapped/data-uri.js'

/** What stands for a file in a request. */
export interface FileReferences {
  uploads: Pick<AssetUploads, 'carry'>
  /** Whether requests may name assets. */
  assetsNamed: boolean
  urlOf: (asset: Asset) => string
}

/**
 * The parameters with each file that they carry, as a data URI, in the form that the model takes: left as it is where the model
 * takes base64, else stored as an asset of the account, and named by its ID where model and service take that, or by a URL.
 * `admit` rejects before the first is stored where the account may make no request now.
 */
export async function withCarriedFiles(
  model: string,
  parameters: JsonObject,
  { account, requestId, admit }: { account: string; requestId: string; admit: () => Promise<void> },
  { uploads, assetsNamed, urlOf }: FileReferences,
): Promise<JsonObject> {
  const references = new Map<string, string>()
  const { places } = Object.hasOwn(loaders, model) ? await loaders[model as keyof typeof loaders]() : { places: [] }
  for (const place of places) {
    const accepts: readonly string[] = place.accepts ?? []
    if (accepts.includes('data')) continue
    for (const { value } of valuesAt([place], parameters)) {
      if (typeof value !== 'string' || !isFile(value) || references.has(value)) continue
      if (references.size === 0) await admit()
      const { bytes, contentType } = fileOf(value)
      // Clients name files of which they know nothing application/octet-stream.
      const { typeOfBeginning } = await import('@model-tasks/client/media')
      const named = typeOfBeginning(bytes.subarray(0, 16)) ?? contentType ?? 'application/octet-stream'
      const file = { bytes, contentType: named }
      const asset = await uploads.carry(account, file, requestId)
      references.set(value, assetsNamed && accepts.includes('asset') ? `assetId://${asset.id}` : urlOf(asset))
    }
  }
  return references.size === 0 ? parameters : replaced(parameters, references)
}

/** Whether a text is a file: a data URI in base64. */
function isFile(text: string): boolean {
  return /^data:[^,]*;base64,/i.test(text)
}

function replaced(parameters: JsonObject, references: ReadonlyMap<string, string>): JsonObject {
  const one = (value: JsonValue): JsonValue => {
    if (typeof value === 'string') return references.get(value) ?? value
    if (Array.isArray(value)) return value.map(one)
    return isJsonObject(value) ? replaced(value, references) : value
  }
  return Object.fromEntries(Object.entries(parameters).map(([name, value]) => [name, one(value)]))
}
