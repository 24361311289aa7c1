type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

const isChecked = (field: Field): field is HTMLInputElement =>
  field instanceof HTMLInputElement && ['radio', 'checkbox'].includes(field.type)

/** Whether a field is another than the page came with. */
const isChanged = (field: Field): boolean => {
  if (field instanceof HTMLSelectElement)
    return [...field.options].some(({ selected, defaultSelected }) => selected !== defaultSelected)
  if (isChecked(field)) return field.checked !== field.defaultChecked && (field.checked || field.type === 'checkbox')
  return field.value !== field.defaultValue
}

/** Reads what a reader has typed or chosen before the script was there. What it answers types it again, once a request is shown. */
export const typedEarly = (form: HTMLElement): (() => void) => {
  const fields = form.querySelectorAll<Field>('[data-parameter] :is(input:not([type="file"]), textarea, select)')
  const typed = [...fields].filter(isChanged).map((field) => ({ field, value: field.value }))
  return () => {
    for (const { field, value } of typed) {
      if (isChecked(field)) field.checked = !field.checked || field.type === 'radio'
      else field.value = value
      for (const name of ['input', 'change']) field.dispatchEvent(new Event(name, { bubbles: true }))
    }
  }
}
