/* pattern */
const known = new Set([
  'model',
  'prompt',
  'reference_images',
  'reference_videos',
  'reference_audios',
  'duration',
  'aspect_ratio',
  'resolution',
  'seed',
  'first_image',
  'last_image',
  'generate_audio',
  'tools',
  'watermark',
])
const ratios = ['16:9', '9:16', '1:1', '4:3', '3:4', '21:9', 'adaptive']
const resolutions = ['480p', '720p', '1080p']

export function validate(body) {
  const findings = []
  const {
    prompt,
    duration,
    aspect_ratio,
    resolution,
    seed,
    first_image,
    last_image,
    reference_images,
    reference_videos,
    reference_audios,
    generate_audio,
    tools,
    watermark,
  } = body
  for (const key in body) if (!known.has(key)) findings.push({ rule: 'unknown-parameter', path: `/${key}` })
  if (typeof prompt !== 'string') findings.push({ rule: prompt === undefined ? 'required' : 'type', path: '/prompt' })
  else if (prompt.length === 0) findings.push({ rule: 'min-length', path: '/prompt' })
  if (!Number.isInteger(duration))
    findings.push({ rule: duration === undefined ? 'required' : 'type', path: '/duration' })
  else if (duration < 4) findings.push({ rule: 'minimum', path: '/duration' })
  else if (duration > 15) findings.push({ rule: 'maximum', path: '/duration' })
  if (aspect_ratio !== undefined && !ratios.includes(aspect_ratio))
    findings.push({ rule: typeof aspect_ratio === 'string' ? 'enum' : 'type', path: '/aspect_ratio' })
  if (resolution !== undefined && !resolutions.includes(resolution))
    findings.push({ rule: typeof resolution === 'string' ? 'enum' : 'type', path: '/resolution' })
  if (seed !== undefined && !Number.isInteger(seed)) findings.push({ rule: 'type', path: '/seed' })
  if (generate_audio !== undefined && typeof generate_audio !== 'boolean')
    findings.push({ rule: 'type', path: '/generate_audio' })
  if (watermark !== undefined && typeof watermark !== 'boolean') findings.push({ rule: 'type', path: '/watermark' })
  if (tools !== undefined && !Array.isArray(tools)) findings.push({ rule: 'type', path: '/tools' })
  const images = media(findings, reference_images, 'reference_images', 9)
  const videos = media(findings, reference_videos, 'reference_videos', 3)
  const audios = media(findings, reference_audios, 'reference_audios', 3)
  const first = media(findings, first_image, 'first_image', 1)
  const last = media(findings, last_image, 'last_image', 1)
  if (first + last > 0 && images + videos + audios > 0) findings.push({ rule: 'scenarios-mixed', path: '/first_image' })
  if (audios > 0 && images + videos === 0) findings.push({ rule: 'audio-alone', path: '/reference_audios' })
  if (last > 0 && first === 0) findings.push({ rule: 'last-image-alone', path: '/last_image' })
  return findings
}

function media(findings, items, name, maximum) {
  if (items === undefined) return 0
  if (!Array.isArray(items)) {
    findings.push({ rule: 'type', path: `/${name}` })
    return 0
  }
  if (items.length > maximum) findings.push({ rule: 'max-items', path: `/${name}` })
  for (let index = 0; index < items.length; index++) {
    if (typeof items[index] !== 'string' || !reference.test(items[index]))
      findings.push({ rule: 'media-reference', path: `/${name}/${index}` })
  }
  return items.length
}
