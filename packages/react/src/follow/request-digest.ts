/** SHA-256 of a request as it was asked for, in hexadecimal; a file counts by its name, its size and when it was changed. */
export async function digestOf(model: string, params: object): Promise<string> {
  const text = JSON.stringify([model, params], (_, value: unknown) => {
    if (!(value instanceof Blob)) return value
    const { name, lastModified } = value as Partial<File>
    return { name, lastModified, size: value.size, type: value.type }
  })
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
