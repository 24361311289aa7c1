import type { Probe } from './probe.js'

/**
 * A browser tells the size of images it can decode; what it cannot decode may still be a file that the service takes. The
 * runtimes of edge workers decode none.
 */
export const probe: Probe = async (file, type) => {
  const known = { format: type, bytes: file.size }
  if (!/^image\//.test(type)) return known
  if (typeof createImageBitmap === 'undefined')
    return {
      ...known,
      warning: 'the files of the request are checked by type and size only: this platform decodes no images',
    }
  const picture = await createImageBitmap(file).catch(() => undefined)
  const size = picture && { width: picture.width, height: picture.height }
  picture?.close()
  return { ...known, ...size }
}
