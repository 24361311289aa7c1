import { anyObject, range, report, type RawFinding } from '../checks.js'

/** The members of an object with names of the caller's choice, each with its place. None where there are too many: they are not looked at. */
export function entriesOf(
  findings: RawFinding[],
  name: string,
  value: unknown,
  required: boolean,
  minimum: number,
  maximum: number,
  form?: RegExp,
  example?: string,
): (readonly [place: string, value: unknown])[] {
  if (!anyObject(findings, name, value, required)) return []
  const entries: [string, unknown][] = Object.entries(value as object)
  range(findings, name, entries.length, '-items', minimum, maximum)
  if (entries.length > maximum) return []
  return entries.map(([key, each]) => {
    const place = name + '/' + key.replace(/~/g, '~0').replace(/\//g, '~1')
    if (form && !form.test(key)) report(findings, 'property-name', place, { name: key, example })
    return [place, each]
  })
}
