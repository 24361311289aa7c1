/** A Model ID as a PascalCase identifier: `sd_2.0_discount` becomes `Sd20Discount`. */
export function codegenName(id: string): string {
  const words = id.split(/[^A-Za-z0-9]+/).filter((word) => word !== '')
  const name = words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('')
  return /^[0-9]/.test(name) ? `Model${name}` : name
}
