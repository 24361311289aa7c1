/** Markup that is safe to put into a page. */
export class Html {
  constructor(readonly text: string) {}
}

export type HtmlValue = Html | string | number | false | undefined | readonly HtmlValue[]

/** A piece of a page. Every value in it is escaped, unless it is such a piece itself. */
export function html(parts: TemplateStringsArray, ...values: readonly HtmlValue[]): Html {
  let text = parts[0] ?? ''
  values.forEach((value, index) => {
    text += rendered(value) + (parts[index + 1] ?? '')
  })
  return new Html(text)
}

function rendered(value: HtmlValue): string {
  if (value instanceof Html) return value.text
  if (value === undefined || value === false) return ''
  if (typeof value === 'string' || typeof value === 'number') return escaped(String(value))
  return value.map(rendered).join('')
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}
