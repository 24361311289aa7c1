import { make } from './make.js'

/** Characters of a line beyond which it is not wrapped: wrapping takes Chromium some 25 times of what one line takes. */
const longestLine = 5000

/** Characters of a text beyond which its field shows the beginning alone: one line of them takes seconds, too. */
const longestField = 250_000

/** Whether a text has a line that takes too long to be wrapped. */
export const hasLongLine = (text: string): boolean =>
  text.length > longestLine && text.split('\n').some((line) => line.length > longestLine)

/**
 * Fits a field to its text. One that is too long to be shown is shown by its beginning, and cannot be edited until it is
 * removed by a button with that label; `clear` is called then.
 */
export const fitToText = (
  field: HTMLTextAreaElement,
  label: (characters: number) => string,
  clear: () => void,
): void => {
  const { length } = field.value
  const isLong = length > longestField
  if (field.readOnly) field.nextElementSibling?.remove()
  if (isLong) {
    field.value = `${field.value.slice(0, longestLine)}…`
    const remove = make('button', { type: 'button', className: 'plain', textContent: label(length) })
    remove.addEventListener('click', () => {
      field.value = ''
      fitToText(field, label, clear)
      clear()
      field.focus()
    })
    field.after(remove)
  }
  field.readOnly = isLong
  field.classList.toggle('unwrapped', hasLongLine(field.value))
}
