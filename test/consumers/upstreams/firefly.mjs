import { FireflyClient } from '@adobe/firefly-apis'
import { withGlobal } from './packages.mjs'
import { redirected } from './redirected.mjs'

/** Where Adobe's packages ask for images and for tokens. */
const [images, tokens] = ['https://firefly-api.adobe.io', 'https://ims-na1.adobelogin.com']

/** Adobe's packages, unmodified: see `clients`. The key is that of an OAuth client, for which they fetch the token. */
export const fireflyClient = {
  name: '@adobe/firefly-apis',
  protocol: 'firefly',
  kind: 'image',
  model: 'beta-5.0',
  // Its token is given for a secret, of which this service keeps a hash alone.
  atService: false,
  ownToken: true,
  run: ({ baseUrl, apiKey, prompt }) =>
    withGlobal(redirected(tokens, baseUrl, redirected(images, baseUrl)), async () => {
      const [clientId, clientSecret] = apiKey.split(':')
      const client = new FireflyClient({ clientId, clientSecret, serviceEnvironment: 'production' })
      const { result } = await client.generateImages({ prompt, size: { width: 2048, height: 2048 } })
      return result.outputs[0].image.url.replace(images, baseUrl)
    }),
}
