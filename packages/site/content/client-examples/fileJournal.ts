import { ModelTasks } from '@model-tasks/client'
import { fileJournal } from '@model-tasks/client/journal'

const client = new ModelTasks({ journal: fileJournal('tasks.jsonl') })
console.log((await client.submit('beta-5.0', { prompt: 'A paper boat' })).id)
