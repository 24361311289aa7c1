/** A process of its own that downloads the result of a task. Run by the tests from the built package; prints what came of it as JSON. */
import { ModelTasks } from '@model-tasks/client'

const [baseUrl, id, path, announceAt = '0'] = process.argv.slice(2)
const client = new ModelTasks({ baseUrl, apiKey: 'test-key', pollInterval: 1, retries: 0, logger: {} })
const onBytes = ({ bytes }) => {
  if (bytes >= Number(announceAt) && announceAt !== '0') process.stdout.write(`received ${bytes}\n`)
}
try {
  console.log(JSON.stringify(await client.task(id).download(path, { onBytes })))
} catch (error) {
  const { name, code, message, taskId, path: where, partFile } = error
  console.log(JSON.stringify({ name, code, message, taskId, path: where, partFile }))
}
