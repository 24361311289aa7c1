import { ModelTasks } from '@model-tasks/client'
import { memoryJournal } from '@model-tasks/client/journal'

const journal = memoryJournal()
const client = new ModelTasks({ journal })
await client.submit('beta-5.0', { prompt: 'A paper boat' })
console.log((await client.resumeAll(journal)).handles.length)
