import type { Tasks } from '../tasks/main.js'
import type { ConnectionForm } from './connection.js'

/**
 * Keeps the values that fields suggest as the service has them at the moment. It is asked once a key is set, unless nothing was sent to its
 * host before; where it does not know them, the values of the catalogue stay.
 */
export const keepSuggestions = (
  form: HTMLFormElement,
  connection: ConnectionForm,
  tasks: () => Promise<Tasks>,
): void => {
  const lists = [...form.querySelectorAll<HTMLDataListElement>('datalist[id^="s-"]')]
  if (lists.length === 0) return
  const labels = new Map(
    lists.flatMap((list) => [...list.options].map(({ value, label }) => [`${list.id} ${value}`, label] as const)),
  )
  let asked = ''
  const refresh = (): void => {
    const to = connection.known()
    const about = to === undefined ? '' : `${to.baseUrl} ${to.apiKey}`
    if (to === undefined || about === asked) return
    asked = about
    tasks()
      .then(async (open) => {
        const current = await open.currentValues(to)
        if (about !== asked) return
        for (const list of lists) {
          const values = current.get(list.id.slice(2))
          if (values !== undefined)
            list.replaceChildren(...values.map((value) => new Option(labels.get(`${list.id} ${value}`) ?? '', value)))
        }
      })
      .catch(() => {
        // The values of the catalogue stay. The next change of the connection asks again.
        asked = ''
      })
  }
  connection.onChange(refresh)
  refresh()
}
