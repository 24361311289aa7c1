import { everyEntry, type Page, type PageQuery } from '../../keep/store/page.js'
import type { CommandContext } from './command.js'

/** Prints a line for every entry of a list, read page by page, or what is to be said when there is none. */
export async function printList<Entry>(
  list: (query: PageQuery) => Promise<Page<Entry>>,
  { lineOf, empty }: { lineOf: (entry: Entry) => string; empty: string },
  { print }: Pick<CommandContext, 'print'>,
): Promise<void> {
  let isEmpty = true
  for await (const entry of everyEntry(list)) {
    isEmpty = false
    print(lineOf(entry))
  }
  if (isEmpty) print(empty)
}
