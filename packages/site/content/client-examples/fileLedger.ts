import { ModelTasks } from '@model-tasks/client'
import { fileLedger } from '@model-tasks/client/journal'

const client = new ModelTasks()
const { summary } = await client.runAll([{ model: 'beta-5.0', input: { prompt: 'A paper boat' } }], {
  ledger: fileLedger('boats.ledger.jsonl'),
  onCompleted: (handle) => handle.download('boats.png'),
})
console.log(summary)
