/** A value from the service as part of a file name: it cannot leave the folder. */
export function safeName(value: string): string {
  return value.replace(/[^\p{L}\p{N}._-]/gu, '_').replace(/^\.+/, '_')
}
