/** Content that a page cannot be made of, in words for the person who wrote it. */
export class ContentError extends Error {
  override readonly name = 'ContentError'
}
