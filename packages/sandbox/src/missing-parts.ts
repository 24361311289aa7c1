import { loadTypefaces } from './media/fonts.js'

/** A part without which the sandbox cannot render, and what to do about it. */
export interface MissingPart {
  part: string
  reason: string
  next: string
}

const parts: readonly { part: string; load: () => Promise<unknown>; next: string }[] = [
  { part: 'fonts', load: loadTypefaces, next: 'install @model-tasks/sandbox again: its folder fonts is incomplete' },
  {
    part: 'video codec',
    load: () => import('@napi-rs/webcodecs'),
    next: 'install @napi-rs/webcodecs for this platform, without --omit=optional',
  },
  {
    part: 'image library',
    load: () => import('sharp'),
    next: 'install sharp for this platform, without --omit=optional',
  },
]

/** What is missing of what the sandbox renders with; an empty list when it can render. */
export async function missingParts(): Promise<MissingPart[]> {
  const found = await Promise.all(
    parts.map(async ({ part, load, next }) => {
      try {
        await load()
        return []
      } catch (error) {
        return [{ part, reason: error instanceof Error ? error.message : String(error), next }]
      }
    }),
  )
  return found.flat()
}
