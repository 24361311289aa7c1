import { hasEnded, type TaskRecord } from './record.js'
import { stateText, type ItemState } from './item.js'
import { sentences, words } from './words.js'

/** Characters of a prompt by which a reader tells one task from another. */
const longestName = 40

const nameOf = ({ body }: TaskRecord): string => {
  const prompt = typeof body.prompt === 'string' ? body.prompt.trim() : ''
  if (prompt === '') return body.model
  return prompt.length > longestName ? `${prompt.slice(0, longestName).trimEnd()}…` : prompt
}

/** What is said of a task when it changes: its state, its cost, why it failed. Its progress is left out. */
const announcementOf = (record: TaskRecord, state: ItemState): string => {
  const reason = record.state === 'failed' ? (record.error ?? '') : state.note
  const ended = record.state === 'completed' && record.url !== undefined ? words.fileIsShown : ''
  return sentences(words.announced(nameOf(record), stateText(record, { ...state, fraction: undefined })), reason, ended)
}

/** Says in a live region what changes in a list of tasks, each change once. What had ended before is not said. */
export const announcements = (
  region: HTMLElement | null,
): ((tasks: readonly { record: TaskRecord; state: ItemState }[]) => void) => {
  const said = new Map<string, string>()
  return (tasks) => {
    const news = tasks.flatMap(({ record, state }) => {
      const text = announcementOf(record, state)
      const before = said.get(record.key)
      said.set(record.key, text)
      return before === text || (before === undefined && hasEnded(record)) ? [] : [text]
    })
    if (region !== null && news.length > 0) region.textContent = sentences(...news)
  }
}
