import sharp from 'sharp'
import { interleave, type Plane } from '../picture/plane.js'
import type { RenderPlan } from '../plan.js'
import { describePlan } from './description.js'

/** Encodes three planes as a PNG that says in its metadata what it shows. */
export function encodeImage(plan: RenderPlan, planes: readonly Plane[]): Promise<Uint8Array> {
  return sharp(interleave(planes), { raw: { width: plan.width, height: plan.height, channels: 3 } })
    .withExif({ IFD0: { ImageDescription: `${plan.prompt}\n${describePlan(plan)}`, Software: 'Model Tasks sandbox' } })
    .png({ compressionLevel: 6, adaptiveFiltering: true })
    .toBuffer()
}
