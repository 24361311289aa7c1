import { openAsBlob } from 'node:fs'
import { ModelTasks } from '@model-tasks/client'

const client = new ModelTasks()
const asset = await client.uploadAsset(await openAsBlob('boat.png', { type: 'image/png' }))
console.log(asset.id, asset.status)
