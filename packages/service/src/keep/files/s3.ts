import type { FileStore } from '../../domain/files/file-store.js'
import { FilePlace, type FilePlaceKind } from '../../settings/file-place.js'
import { Members } from '../../settings/members.js'
import { optionalSecretOf, secretMembers, type SecretSources } from '../../settings/secret-member.js'
import { SettingsError } from '../../settings/settings-error.js'
import { proveUsable } from './prove-usable.js'
import type { S3Settings } from './s3-store.js'

/** Files in a bucket of S3. */
export class S3Files extends FilePlace<S3Settings> {
  readonly kind = s3Kind.member

  constructor(settings: S3Settings) {
    super(settings, { '.credentials.secretAccessKey': settings.credentials?.secretAccessKey })
  }

  get location(): string {
    return `the bucket ${this.options.bucket}`
  }

  get occupied(): string {
    return `${this.location} holds files below "${this.options.prefix}"; give an empty one, or another prefix`
  }

  async open(): Promise<FileStore> {
    const { openS3Files } = await import('./s3-store.js')
    const files = await openS3Files(this.options)
    try {
      await proveUsable(files, permissions)
      return files
    } catch (error) {
      files.close()
      throw this.#unusable(error)
    }
  }

  adviceFor(message = 'ETIMEDOUT'): string {
    return advice.find(([pattern]) => pattern.test(message))?.[1] ?? 'check bucket, region, endpoint and pathStyle'
  }

  #unusable(error: unknown): SettingsError {
    const { region, endpoint } = this.options
    return new SettingsError(
      `MODEL_TASKS_CONFIG: s3: ${this.location} of ${endpoint ?? 'AWS'}, region ${region}, cannot be used: ${error instanceof Error ? error.message : String(error)}; check that it exists there and that the key or role may put, get, delete and list in it`,
    )
  }
}

/** The permission that each step takes. */
const permissions = { put: 's3:PutObject', get: 's3:GetObject', remove: 's3:DeleteObject', list: 's3:ListBucket' }

/** What to do about a bucket that cannot be opened, by what the message says. */
const advice: readonly (readonly [RegExp, string])[] = [
  [/not installed/, 'install the packages that are named'],
  [/NoSuchBucket/, 'create the bucket, or correct s3.bucket and s3.region'],
  [/CredentialsProviderError/, 'give s3 an accessKeyId and a secretAccessKey, or this machine a role or a profile'],
  [
    /InvalidAccessKeyId|SignatureDoesNotMatch|AccessDenied|status 403/,
    'correct accessKeyId and secretAccessKey, or give the key the permission that is named',
  ],
  [/ECONNREFUSED|ENOTFOUND|EAI_AGAIN|ETIMEDOUT/, 'correct s3.endpoint, start the store, or open the way to it'],
]

const known = [
  'bucket',
  'region',
  'endpoint',
  'prefix',
  'pathStyle',
  'accessKeyId',
  ...secretMembers('secretAccessKey'),
]
const credential = /^[\x21-\x7e]+$/
const credentialForm = 'visible ASCII characters without spaces'
const secretKey = {
  name: 'secretAccessKey',
  what: 'the secret of its access key',
  form: credential,
  allowed: credentialForm,
  variable: 'S3_SECRET_ACCESS_KEY',
}

/** The member `s3` of the configuration file. */
export const s3Kind: FilePlaceKind = {
  member: 's3',
  read: (value, sources, refuse) => new S3Files(settingsOf(new Members('s3', value, known, refuse), sources)),
}

function settingsOf(members: Members, sources: SecretSources): S3Settings {
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
    credentials: credentialsOf(members, sources),
  }
}

function prefixOf(text: string | undefined): string {
  return text === undefined || text === '' || text.endsWith('/') ? (text ?? '') : `${text}/`
}

function credentialsOf(members: Members, sources: SecretSources): S3Settings['credentials'] {
  const accessKeyId = members.text('accessKeyId', credential, credentialForm)
  const secretAccessKey = optionalSecretOf('s3', members, sources, secretKey)
  if (accessKeyId !== undefined && secretAccessKey !== undefined) return { accessKeyId, secretAccessKey }
  if (accessKeyId === undefined && secretAccessKey === undefined) return undefined
  throw members.refuse(
    's3: accessKeyId and secretAccessKey go together; give both, or neither to use the environment or the role of the machine',
  )
}
