import { ModelTasks } from '@model-tasks/client'
import { loadParts } from '@model-tasks/client/page'

// As the page begins, while it has a connection.
void loadParts()

const client = new ModelTasks({ baseUrl: '/api', apiKey: null })
