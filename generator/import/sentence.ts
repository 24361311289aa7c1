import { markup } from '../check/passes/markup-in-texts.js'

/** A vendor's description as the sentences of model files are written: on one line, with a full stop, and nothing that pages read as HTML. */
export function sentence(text: string): string {
  const line = text.normalize('NFC').replace(/\s+/g, ' ').trim()
  const shown = line.replace(new RegExp(`\`[^\`]*\`|${markup.source}`, 'g'), (found) =>
    found.startsWith('`') ? found : `\`${found}\``,
  )
  return /[.!?]$/.test(shown) ? shown : `${shown.replace(/[:;,]$/, '')}.`
}
