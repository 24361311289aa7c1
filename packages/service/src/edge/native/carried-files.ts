import { loaders } from '@model-tasks/spec/media'
import { valuesAt } from '@model-tasks/spec/measures/places'
import { checkMediaType, type AssetUploads } from '../../admit/asset-uploads.js'
import { isJsonObject, type JsonObject, type JsonValue } from '../../base/json.js'
import type { Asset } from '../../keep/store/asset-store.js'
import { fileOf } from '../../run/provider/mapped/data-uri.js'

/** What stands for a file in a request. */
export interface FileReferences {
  uploads: Pick<AssetUploads, 'carry'>
  /** Whether requests may name assets. */
  assetsNamed: boolean
  urlOf: (asset: Pick<Asset, 'file' | 'contentType'>) => string
}

/** Whose file it is, and what is asked before the first is stored. */
export interface Sender {
  account: string
  requestId: string
  /** Rejects where the request is not accepted. It gets the parameters with a URL in place of each file: all but the file is known then. */
  validate: (parameters: JsonObject) => Promise<void>
}

/**
 * The parameters with each file that they carry, as a data URI, in the form that the model takes: left as it is where the model
 * takes base64, else stored as an asset of the account, and named by its ID where model and service take that, or by a URL.
 * None is stored of a request that `validate` rejects.
 */
export async function withCarriedFiles(
  model: string,
  parameters: JsonObject,
  { account, requestId, validate }: Sender,
  { uploads, assetsNamed, urlOf }: FileReferences,
): Promise<JsonObject> {
  const carried = await filesIn(model, parameters)
  if (carried.size === 0) return parameters
  const placeholder = urlOf({ file: 'assets/asset_0', contentType: 'image/png' })
  await validate(replaced(parameters, new Map([...carried.keys()].map((file) => [file, placeholder]))))
  const references = new Map<string, string>()
  const files = await Promise.all(
    [...carried].map(async ([value, place]) => ({ value, ...place, ...(await read(value)) })),
  )
  for (const { contentType } of files) checkMediaType(contentType)
  for (const { value, namesAsset, ...file } of files) {
    const asset = await uploads.carry(account, file, requestId)
    references.set(value, assetsNamed && namesAsset ? `assetId://${asset.id}` : urlOf(asset))
  }
  return replaced(parameters, references)
}

/** The files in the parameters of a model that does not take them as they are; `namesAsset`: it takes the ID of an asset in their place. */
async function filesIn(model: string, parameters: JsonObject): Promise<Map<string, { namesAsset: boolean }>> {
  const found = new Map<string, { namesAsset: boolean }>()
  const { places } = Object.hasOwn(loaders, model) ? await loaders[model as keyof typeof loaders]() : { places: [] }
  for (const place of places) {
    const accepts: readonly string[] = place.accepts ?? []
    if (accepts.includes('data')) continue
    for (const { value } of valuesAt([place], parameters))
      if (typeof value === 'string' && isFile(value) && !found.has(value))
        found.set(value, { namesAsset: accepts.includes('asset') })
  }
  return found
}

/** A file with its media type, by its beginning where that says one: clients name files of which they know nothing application/octet-stream. */
async function read(dataUri: string): Promise<{ bytes: Buffer; contentType: string }> {
  const { bytes, contentType = 'application/octet-stream' } = fileOf(dataUri)
  const { typeOfBeginning } = await import('@model-tasks/client/media')
  return { bytes, contentType: typeOfBeginning(bytes.subarray(0, 16)) ?? contentType }
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
