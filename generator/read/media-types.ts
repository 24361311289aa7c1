import type { MediaTypeFacts } from '../catalogue.js'
import type { Spec } from '../load/spec.js'
import { readerOf } from './file.js'

/** The types that catalogues before 0.2.0 had without stating them; spec:diff reads those too. */
const earlierMediaTypes: readonly MediaTypeFacts[] = [
  { id: 'image', name: { en: 'image', zh: '图片' }, extension: 'png' },
  { id: 'video', name: { en: 'video', zh: '视频' }, extension: 'mp4' },
  { id: 'audio', name: { en: 'audio file', zh: '音频' }, extension: 'mp3' },
]

/** The types of media files that `media.schema.json` defines, by id. */
export function readMediaTypes(spec: Spec): Map<string, MediaTypeFacts> {
  const media = readerOf(spec, 'media.schema.json')
  if (!media.has('x-types')) return new Map(earlierMediaTypes.map((type) => [type.id, type]))
  const types = media.object('x-types')
  return new Map(
    Object.keys(types.value).map((id) => {
      const facts = types.object(id)
      return [id, { id, name: facts.words('name'), extension: facts.text('extension') }]
    }),
  )
}
