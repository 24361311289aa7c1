import { createRequire } from 'node:module'
import { Signer } from '@volcengine/openapi'
import { openCredentials } from '../../../packages/service/dist/run/provider/credentials/open.js'

/**
 * Signs many requests by each kind of signature with the code of the service and with the vendor's own package, and compares
 * them byte by byte. Prints a line per kind; exits with 1 when any differs. AWS is compared in test/upstreams.
 */
const require = createRequire(import.meta.url)
const { default: Sign } = require('tencentcloud-sdk-nodejs/tencentcloud/common/sign.js')
const date = Date.UTC(2026, 1, 3, 4, 5, 6)
const clock = { now: () => 0, date: () => date, setTimeout, clearTimeout }
const [id, secret] = ['AKEXAMPLE', 'c2VjcmV0/EXAMPLE+=']
const texts = ['', 'a boat', 'a (boat)!', "it's *", 'ä ö 漢字', '100 % & more', 'a+b/c=d?e#f', '😀 "quoted"\n']
const requests = texts.flatMap((text) =>
  ['', 'Action=Submit&Version=2022-08-31', 'b=2&a=1'].map((query) => ({ query, body: { Prompt: text } })),
)

const kinds = {
  'tc3-hmac-sha256': {
    token: { service: 'vclm' },
    theirs: (url, body) =>
      Sign.sign3({
        method: 'POST',
        url,
        payload: body,
        timestamp: date / 1000,
        service: 'vclm',
        secretId: id,
        secretKey: secret,
        headers: { 'Content-Type': 'application/json' },
      }),
  },
  'hmac-sha256-v4': {
    token: { service: 'cv', region: 'cn-north-1' },
    theirs(url, body) {
      const { pathname, searchParams, host } = new URL(url)
      const params = Object.fromEntries(searchParams)
      const request = {
        region: 'cn-north-1',
        method: 'POST',
        pathname,
        params,
        headers: { Host: host },
        body: JSON.stringify(body),
      }
      new Signer(request, 'cv').addAuthorization({ accessKeyId: id, secretKey: secret }, new Date(date))
      return request.headers.Authorization
    },
  },
}

let failures = 0
for (const [by, { token, theirs }] of Object.entries(kinds)) {
  const credentials = openCredentials({ token: { by, ...token } }, `${id}:${secret}`, { fetch, clock })
  let equal = 0
  for (const { query, body } of requests) {
    const url = `https://api.example.com/${query === '' ? '' : `?${query}`}`
    const sent = { method: 'POST', url, contentType: 'application/json', body: JSON.stringify(body) }
    const [ours, other] = [(await credentials.prove(sent)).token, theirs(url, body)]
    if (ours === other) equal++
    else console.log(`FAILED ${by}: ${url} ${JSON.stringify(body)}\n  ${ours}\n  ${other}`)
  }
  failures += requests.length - equal
  console.log(`${by.padEnd(18)} ${equal} of ${requests.length} signatures equal`)
}
process.exitCode = failures > 0 ? 1 : 0
