/** Colours by what they mean. Without colour every function answers its text as it is. */
export interface Paint {
  strong: (text: string) => string
  faint: (text: string) => string
  good: (text: string) => string
  bad: (text: string) => string
  warning: (text: string) => string
  accent: (text: string) => string
}

export function createPaint(colour: boolean): Paint {
  const style =
    (start: number, end: number) =>
    (text: string): string =>
      colour ? `\x1b[${start}m${text}\x1b[${end}m` : text
  return {
    strong: style(1, 22),
    faint: style(2, 22),
    good: style(32, 39),
    bad: style(31, 39),
    warning: style(33, 39),
    accent: style(36, 39),
  }
}
