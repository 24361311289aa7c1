/** The completed task that the generator wrote for a model, out of its Markdown page: the page and its twin show the same one. */
export const responseIn = (markdown: string): string =>
  /^## Response$[\s\S]*?```json\n([\s\S]*?)\n```/m.exec(markdown)?.[1] ?? ''
