import type { JsonValue } from '../base/json.js'
import { Members, type Refuse } from './members.js'
import type { S3Settings } from './settings.js'

const known = ['bucket', 'region', 'endpoint', 'prefix', 'pathStyle', 'accessKeyId', 'secretAccessKey']
const credential = /^[\x21-\x7e]+$/
const credentialForm = 'visible ASCII characters without spaces'

/** Reads the member `s3` of the configuration file. */
export function s3Of(value: JsonValue, refuse: Refuse): S3Settings {
  const members = new Members('s3', value, known, refuse)
  return {
    bucket: members.required(
      'bucket',
      members.text(
        'bucket',
        /^[A-Za-z0-9][A-Za-z0-9._-]{1,61}[A-Za-z0-9]$/,
        'the name of a bucket: 3 to 63 letters, digits, dots and hyphens',
      ),
    ),
    region: members.required(
      'region',
      members.text('region', /^[a-z0-9-]+$/, 'a region, such as eu-central-1; where the store has none, us-east-1'),
    ),
    endpoint: members.url('endpoint'),
    prefix: prefixOf(
      members.text(
        'prefix',
        /^(?:[\w!.*'()-]+\/)*(?:[\w!.*'()-]+)?$/,
        'a path without a slash before it, such as model-tasks/',
      ),
    ),
    pathStyle: members.flag('pathStyle') ?? false,
    credentials: credentialsOf(members),
  }
}

function prefixOf(text: string | undefined): string {
  return text === undefined || text === '' || text.endsWith('/') ? (text ?? '') : `${text}/`
}

function credentialsOf(members: Members): S3Settings['credentials'] {
  const accessKeyId = members.text('accessKeyId', credential, credentialForm)
  const secretAccessKey = members.text('secretAccessKey', credential, credentialForm)
  if (accessKeyId !== undefined && secretAccessKey !== undefined) return { accessKeyId, secretAccessKey }
  if (accessKeyId === undefined && secretAccessKey === undefined) return undefined
  throw members.refuse(
    's3: accessKeyId and secretAccessKey go together; give both, or neither to use the environment or the role of the machine',
  )
}
