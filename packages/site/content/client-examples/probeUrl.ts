import { probeUrl } from '@model-tasks/client/media'

const facts = await probeUrl('https://example.com/boat.png').catch((error: unknown) => error)
console.log(facts)
