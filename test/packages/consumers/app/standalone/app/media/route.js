import 'file-type'
import 'mediabunny'
import 'probe-image-size'
import { preflight } from '@model-tasks/client/media'

export async function POST(request) {
  return Response.json(await preflight('gamma-1.0-i2v', { prompt: 'A boat', first_image: [await request.text()] }))
}
