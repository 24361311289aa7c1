import { ModelTasks } from '@model-tasks/client'
import { fileJournal } from '@model-tasks/client/journal'

export async function POST() {
  const client = new ModelTasks({ journal: fileJournal('journal.jsonl') })
  const handle = await client.submit('sd_2.0_discount', { prompt: 'A paper boat' })
  return Response.json(handle)
}
