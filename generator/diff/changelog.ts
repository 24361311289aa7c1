/** `changelog` with `section` as its newest: before the others, or in place of the one of the same version. */
export function withSection(changelog: string, section: string): string {
  const heading = section.split('\n', 1)[0] ?? ''
  const [head = '', ...sections] = changelog.trimEnd().split(/\n(?=## )/)
  const others = sections.filter((each) => each.split('\n', 1)[0] !== heading)
  return `${[head.trimEnd(), section.trim(), ...others.map((each) => each.trim())].join('\n\n')}\n`
}
