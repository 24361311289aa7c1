import { ModelTasks } from '@model-tasks/client'
import { checkRequest } from '@model-tasks/validation'

const client = new ModelTasks({ baseUrl: 'http://127.0.0.1:8787/api', apiKey: 'key' })
document.body.onclick = async () => {
  const { findings } = await checkRequest({ model: 'sd_2.0_discount', prompt: 'A paper boat' })
  document.body.textContent = String(findings.length)
  await client.run('sd_2.0_discount', { prompt: 'A paper boat' })
}
