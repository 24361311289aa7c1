import { openFiles } from '../../keep/files/open.js'
import type { S3Settings, Settings } from '../../settings/settings.js'
import { SettingsError } from '../../settings/settings-error.js'
import type { Machine } from './machine.js'
import { error, ok, warning, type Finding } from './report.js'
import { within } from './within.js'

const about = 'files'

/** The bucket, tried with a file of a few bytes as each start tries it. */
export async function checkFiles({ s3, databaseUrl }: Settings, { patience }: Machine): Promise<Finding[]> {
  if (s3 === undefined) {
    return databaseUrl === undefined
      ? [ok(about, 'in the data folder')]
      : [
          warning(
            about,
            'in the data folder, beside a database that several services may share: each finds its own results only',
            'configure s3, or run one service',
          ),
        ]
  }
  return within(patience, { about, next: 'correct s3.endpoint, or open the way to the store' }, () => checkBucket(s3))
}

async function checkBucket(s3: S3Settings): Promise<Finding[]> {
  try {
    const files = await openFiles(s3, '')
    files.close()
    return [ok(about, `the bucket ${s3.bucket} takes, gives, lists and removes files`)]
  } catch (thrown) {
    if (!(thrown instanceof SettingsError)) throw thrown
    return [error(about, thrown.message.replace(/^MODEL_TASKS_CONFIG: /, ''), nextFor(thrown.message))]
  }
}

function nextFor(message: string): string {
  if (/not installed/.test(message)) return 'install the packages that are named'
  if (/NoSuchBucket/.test(message)) return 'create the bucket, or correct s3.bucket and s3.region'
  if (/CredentialsProviderError/.test(message))
    return 'give s3 an accessKeyId and a secretAccessKey, or this machine a role or a profile'
  if (/InvalidAccessKeyId|SignatureDoesNotMatch|AccessDenied|status 403/.test(message))
    return 'correct accessKeyId and secretAccessKey, or give the key the permission that is named'
  if (/ECONNREFUSED|ENOTFOUND|EAI_AGAIN|ETIMEDOUT/.test(message)) return 'correct s3.endpoint, or start the store'
  return 'check bucket, region, endpoint and pathStyle'
}
