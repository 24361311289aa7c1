import type { Probe } from './probe.js'

/** A browser tells the size of images it can decode; what it cannot decode may still be a file that the service takes. */
export const probe: Probe = async (file, type) => {
  const picture = /^image\//.test(type) ? await createImageBitmap(file).catch(() => undefined) : undefined
  const size = picture && { width: picture.width, height: picture.height }
  picture?.close()
  return { format: type, bytes: file.size, ...size }
}
