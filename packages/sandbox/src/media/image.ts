import sharp from 'sharp'
import type { RenderPlan } from '../plan.js'
import { describePlan } from './description.js'

/** Of a 4K picture this makes 2.8 MB in 0.30 s of processor time; 6 makes 2.2 MB in 0.48 s. */
const COMPRESSION_LEVEL = 4

/** Encodes RGB pixels as a PNG that says in its metadata what it shows. */
export function encodeImage(plan: RenderPlan, pixels: Uint8Array): Promise<Uint8Array> {
  return sharp(pixels, { raw: { width: plan.width, height: plan.height, channels: 3 } })
    .withXmp(descriptionPacket(plan.prompt, describePlan(plan)))
    .png({ compressionLevel: COMPRESSION_LEVEL })
    .toBuffer()
}

/** An XMP packet: unlike EXIF it holds any script. */
function descriptionPacket(title: string, description: string): string {
  const language = (text: string) => `<rdf:Alt><rdf:li xml:lang="x-default">${escapeXml(text)}</rdf:li></rdf:Alt>`
  return (
    '<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">' +
    '<rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmp:CreatorTool="Model Tasks sandbox">' +
    `<dc:title>${language(title)}</dc:title><dc:description>${language(description)}</dc:description></rdf:Description></rdf:RDF></x:xmpmeta>`
  )
}

function escapeXml(text: string): string {
  return text
    .replace(/[^\P{Cc}\n]/gu, ' ')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
}
