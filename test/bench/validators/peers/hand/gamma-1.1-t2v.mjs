/* pattern */
const known = new Set(['model', 'prompt', 'duration', 'aspect_ratio', 'resolution', 'seed', 'watermark'])
const ratios = ['16:9', '9:16', '1:1', '4:3', '3:4', '4:5', '5:4', '9:21', '21:9']

export function validate(body) {
  const findings = []
  const { prompt, duration, aspect_ratio, resolution, seed, watermark } = body
  for (const key in body) if (!known.has(key)) findings.push({ rule: 'unknown-parameter', path: `/${key}` })
  if (typeof prompt !== 'string') findings.push({ rule: prompt === undefined ? 'required' : 'type', path: '/prompt' })
  else if (prompt.length === 0) findings.push({ rule: 'min-length', path: '/prompt' })
  if (duration !== undefined) integer(findings, duration, '/duration', 3, 15)
  if (aspect_ratio !== undefined && !ratios.includes(aspect_ratio))
    findings.push({ rule: typeof aspect_ratio === 'string' ? 'enum' : 'type', path: '/aspect_ratio' })
  if (resolution !== '720P' && resolution !== '1080P')
    findings.push({
      rule: resolution === undefined ? 'required' : typeof resolution === 'string' ? 'enum' : 'type',
      path: '/resolution',
    })
  if (seed !== undefined) integer(findings, seed, '/seed', 0, 2147483647)
  if (watermark !== undefined && typeof watermark !== 'boolean') findings.push({ rule: 'type', path: '/watermark' })
  return findings
}

function integer(findings, value, path, minimum, maximum) {
  if (!Number.isInteger(value)) findings.push({ rule: 'type', path })
  else if (value < minimum) findings.push({ rule: 'minimum', path })
  else if (value > maximum) findings.push({ rule: 'maximum', path })
}
