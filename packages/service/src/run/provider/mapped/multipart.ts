import { createHash } from 'node:crypto'

/** A field of a form: text, or a file with its media type. */
export interface FormField {
  name: string
  value: string | { bytes: Buffer; contentType: string }
}

/** A form as `multipart/form-data` (RFC 7578). The same fields give the same bytes, so that a repeat of a request is the same request. */
export function multipart(fields: readonly FormField[]): { body: Uint8Array<ArrayBuffer>; contentType: string } {
  const digest = createHash('sha256')
  for (const { name, value } of fields) digest.update(name).update(typeof value === 'string' ? value : value.bytes)
  // Of all the content, so that it cannot be in there by accident or by design.
  const boundary = `form-${digest.digest('hex').slice(0, 48)}`
  const parts = fields.flatMap(({ name, value }) => [
    `--${boundary}\r\ncontent-disposition: form-data; name="${quoted(name)}"${headOf(value)}\r\n\r\n`,
    typeof value === 'string' ? value : value.bytes,
    '\r\n',
  ])
  const body = Buffer.concat([...parts, `--${boundary}--\r\n`].map((part) => Buffer.from(part)))
  return { body: Uint8Array.from(body), contentType: `multipart/form-data; boundary=${boundary}` }
}

function headOf(value: FormField['value']): string {
  if (typeof value === 'string') return ''
  const extension = /^[a-z]+\/([a-z0-9]+)/.exec(value.contentType)?.[1] ?? 'bin'
  return `; filename="file.${extension}"\r\ncontent-type: ${value.contentType}`
}

/** As browsers write a name (HTML, multipart/form-data encoding algorithm). */
function quoted(name: string): string {
  return name.replaceAll('\r', '%0D').replaceAll('\n', '%0A').replaceAll('"', '%22')
}
