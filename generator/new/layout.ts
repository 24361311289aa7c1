import type { JsonValue } from '../catalogue.js'

const widest = 172

/** JSON as the files of `spec/` are laid out: a value on one line where it fits, else one member per line. */
export function layout(value: JsonValue): string {
  return `${lines(value, '', '', true)}\n`
}

function lines(value: JsonValue, indent: string, key: string, isRoot = false): string {
  const inline = oneLine(value)
  if (typeof value !== 'object' || value === null) return inline
  if (!isRoot && indent.length + key.length + inline.length <= widest) return inline
  const deeper = `${indent}  `
  if (Array.isArray(value))
    return value.length === 0
      ? '[]'
      : `[\n${value.map((item) => deeper + lines(item, deeper, '')).join(',\n')}\n${indent}]`
  const members = Object.entries(value).map(
    ([name, child]) => `${deeper}${JSON.stringify(name)}: ${lines(child, deeper, name)}`,
  )
  return members.length === 0 ? '{}' : `{\n${members.join(',\n')}\n${indent}}`
}

function oneLine(value: JsonValue): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  if (Array.isArray(value)) return `[${value.map(oneLine).join(', ')}]`
  const members = Object.entries(value).map(([name, child]) => `${JSON.stringify(name)}: ${oneLine(child)}`)
  return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`
}
