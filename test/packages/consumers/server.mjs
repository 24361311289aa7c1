// A program for a server, for bundlers: the client, a journal, and what reads media, of which it prints the facts of a file.
import { ModelTasks } from '@model-tasks/client'
import { fileJournal } from '@model-tasks/client/journal'
import { probeFile } from '@model-tasks/client/media'

const [, , picture] = process.argv
new ModelTasks({ baseUrl: 'http://127.0.0.1:8787/api', apiKey: 'key', journal: fileJournal('journal.jsonl') })
const { format, width, height } = await probeFile(picture)
console.log(`${format} ${width}x${height}`)
