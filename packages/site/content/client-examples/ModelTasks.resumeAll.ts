import { ModelTasks } from '@model-tasks/client'
import { fileJournal } from '@model-tasks/client/journal'

const journal = fileJournal('resumed.jsonl')
const client = new ModelTasks({ journal })
const { handles, unresolved } = await client.resumeAll(journal)
for (const handle of handles) await handle.download(`${handle.id}.mp4`)
console.log(unresolved)
