import type { ConnectionForm } from '../playground/connection.js'
import { currentValues } from './service.js'

/**
 * Keeps the values that fields suggest as the service has them at the moment, which is asked once for each connection. Where it does
 * not know them, the values of the catalogue stay.
 */
export const keepSuggestions = (form: HTMLFormElement, model: string, connection: ConnectionForm): void => {
  const lists = [...form.querySelectorAll<HTMLDataListElement>('datalist[id^="s-"]')]
  if (lists.length === 0) return
  const labels = new Map(
    lists.flatMap((list) => [...list.options].map(({ value, label }) => [`${list.id} ${value}`, label] as const)),
  )
  let asked = ''
  const refresh = async (): Promise<void> => {
    const to = connection.known()
    const about = to === undefined ? '' : `${to.baseUrl} ${to.apiKey}`
    if (to === undefined || about === asked) return
    asked = about
    try {
      const current = await currentValues(to, model)
      if (about !== asked) return
      for (const list of lists) {
        const values = current.get(list.id.slice(2))
        if (values !== undefined)
          list.replaceChildren(...values.map((value) => new Option(labels.get(`${list.id} ${value}`) ?? '', value)))
      }
    } catch {
      // The values of the catalogue stay. The next change of the connection asks again.
      asked = ''
    }
  }
  connection.onChange(() => void refresh())
  void refresh()
}
