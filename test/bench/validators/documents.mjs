/** Valid requests as users send them. */
const requests = {
  'sd_2.0_discount': [
    { prompt: 'A paper boat drifts down a rainy street at dusk', duration: 5 },
    { prompt: 'A paper boat', duration: 5, resolution: '720p', aspect_ratio: '16:9', generate_audio: true, seed: 4 },
    {
      prompt: 'A paper boat like this',
      duration: 8,
      reference_images: ['https://example.com/a.png', 'https://example.com/b.png'],
      watermark: false,
    },
    {
      prompt: 'From here to there',
      duration: 10,
      first_image: ['https://example.com/a.png'],
      last_image: ['assetId://asset-1'],
      resolution: '1080p',
    },
  ],
  'gamma-1.1-t2v': [
    { prompt: 'A paper boat drifts down a rainy street at dusk', resolution: '1080P' },
    { prompt: 'A paper boat', resolution: '720P', duration: 5 },
    { prompt: 'A paper boat', resolution: '720P', duration: 10, aspect_ratio: '9:16', seed: 7 },
    { prompt: 'A paper boat', resolution: '1080P', duration: 3, aspect_ratio: '21:9', seed: 0, watermark: true },
  ],
}

/** Documents whose keys come in few orders, as one program sends them. Parsed, as they come over a wire. */
export function fewLayouts(model) {
  return requests[model].map((parameters) => parsed({ model, ...parameters }))
}

/** Documents whose keys come in hundreds of orders, as many programs send them. */
export function manyLayouts(model) {
  const random = generator(20_240_229)
  return Array.from({ length: 500 }, (_, index) => {
    const entries = Object.entries({ model, ...requests[model][index % requests[model].length] })
    for (let last = entries.length - 1; last > 0; last--) {
      const other = Math.floor(random() * (last + 1))
      ;[entries[last], entries[other]] = [entries[other], entries[last]]
    }
    return parsed(Object.fromEntries(entries))
  })
}

const parsed = (body) => JSON.parse(JSON.stringify(body))

/** mulberry32: the same documents in every run. */
function generator(state) {
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}
