import type { Mapping } from '@model-tasks/documents/upstreams/interpreter'
import { ResultMissing } from '../../../domain/provider/provider.js'
import { byKind } from '../../../domain/task/record.js'
import { KeyFormError } from '../credentials/credentials.js'
import { regionOf } from '../credentials/aws-sigv4.js'
import type { Connection } from './connection.js'

/** Whether an upstream of this protocol puts its results into a folder of the operator's. */
export function needsFolder({ operations }: Mapping): boolean {
  return byKind(operations).some(([, { rows }]) => rows.some(({ from }) => from.kind === 'results-folder'))
}

/** The folder in S3 that the operator has set for results. Throws `KeyFormError` where it is missing, or does nothing. */
export function ownFolder(mapping: Mapping, folder: string | undefined): string | undefined {
  if (needsFolder(mapping) === (folder !== undefined)) return folder
  throw new KeyFormError(
    folder === undefined
      ? `${mapping.title} puts its results into a bucket of yours: name a folder in it, such as "resultsFolder": "s3://my-bucket/model-tasks"`
      : `resultsFolder does nothing: ${mapping.title} has its results elsewhere; leave it out`,
  )
}

/** A request for an object in S3, with what proves who asks. */
export interface ObjectRequest {
  url: string
  headers: Record<string, string>
}

/**
 * A signed request for an object that an answer names. Throws `ResultMissing` for one that is not in the folder of the
 * operator: the key reads nothing else for an answer. Where the base URL is none of AWS, the object is asked for at its host.
 */
export async function objectRequest(
  { mapping: { title }, baseUrl, region = regionOf(baseUrl), resultsFolder = '', credentials }: Connection,
  uri: string,
): Promise<ObjectRequest> {
  if (!isIn(resultsFolder, uri))
    throw new ResultMissing(`${title} completed the task and names a file outside of resultsFolder: ${uri}`)
  const url = urlOf(uri, baseUrl, region)
  const { token, headers } = await credentials.prove({ method: 'GET', url, service: 's3' })
  return { url, headers: { ...headers, authorization: token } }
}

function isIn(folder: string, uri: string): boolean {
  const steps = uri.slice(folder.length + 1).split('/')
  return uri.startsWith(`${folder}/`) && !steps.some((step) => /^\.{0,2}$/.test(step))
}

function urlOf(uri: string, baseUrl: string, region: string): string {
  const [bucket = '', ...steps] = uri.replace(/^s3:\/\//, '').split('/')
  const key = steps.map(encodeURIComponent).join('/')
  const { origin, hostname } = new URL(baseUrl)
  if (!hostname.endsWith('.amazonaws.com')) return `${origin}/${bucket}/${key}`
  const host = `s3.${region}.amazonaws.com`
  // The certificate of S3 holds for one label before it.
  return bucket.includes('.') ? `https://${host}/${bucket}/${key}` : `https://${bucket}.${host}/${key}`
}
