// A program for the runtime of edge workers, for bundlers: every entry that promises to need no Node.
import * as provider from '@model-tasks/ai-sdk'
import * as client from '@model-tasks/client'
import * as cost from '@model-tasks/client/cost'
import * as proxy from '@model-tasks/proxy'
import * as validation from '@model-tasks/validation'

export default { provider, client, cost, proxy, validation }
