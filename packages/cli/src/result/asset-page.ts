import type { Asset } from '@model-tasks/client'
import type { Paint } from '../terminal/paint.js'
import { printable } from '@model-tasks/validation/printable'
import { megabytes } from '../terminal/progress.js'
import { table } from '../terminal/table.js'

/** An asset, one fact per line. */
export function formatAsset(asset: Asset, paint: Paint): string {
  const facts: [string, string | undefined][] = [
    ['asset', `assetId://${asset.id}`],
    ['status', asset.status],
    ['type', typeof asset.content_type === 'string' ? asset.content_type : undefined],
    ['size', typeof asset.bytes === 'number' ? megabytes(asset.bytes) : undefined],
    ['created', createdAt(asset)],
  ]
  return table(
    facts.flatMap(([name, value]) => (value === undefined ? [] : [[paint.faint(name), printable(value)]])),
    undefined,
  )
}

/** Assets as a table, for a terminal of `width` columns. */
export function assetTable(assets: readonly Asset[], paint: Paint, width: number | undefined): string {
  const rows = assets.map((asset) =>
    [
      `assetId://${asset.id}`,
      asset.status,
      typeof asset.content_type === 'string' ? asset.content_type : '',
      typeof asset.bytes === 'number' ? megabytes(asset.bytes) : '',
      createdAt(asset) ?? '',
    ].map(printable),
  )
  return table([['ASSET', 'STATUS', 'TYPE', 'SIZE', 'CREATED'].map(paint.faint), ...rows], width, { whole: [0, 4] })
}

function createdAt({ created }: Asset): string | undefined {
  return typeof created === 'number' ? new Date(created * 1000).toLocaleString('sv-SE') : undefined
}
