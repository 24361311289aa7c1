import type { Mapping } from '@model-tasks/documents/upstreams/interpreter'
import { ResultMissing } from '../../../domain/provider/provider.js'
import { byKind } from '../../../domain/task/record.js'
import { KeyFormError } from '../credentials/credentials.js'
import { regionOf } from '../credentials/aws-sigv4.js'
import { safeWords } from './answers.js'
import type { Connection } from './connection.js'

/** Whether an upstream of this protocol can put its results into a folder of the operator's. */
export function takesFolder({ operations }: Mapping): boolean {
  return byKind(operations).some(([, { rows }]) => rows.some(({ from }) => from.kind === 'results-folder'))
}

/** Whether it puts them nowhere else. */
export function needsFolder(mapping: Mapping): boolean {
  const all = byKind(mapping.operations).flatMap(([, { answer }]) => answer.results)
  return takesFolder(mapping) && all.every(({ kind }) => kind === 'object')
}

/** How a folder of the operator's begins that the key of this protocol opens. */
function schemeOf({ authentication: { token } }: Mapping): 's3://' | 'gs://' {
  return token?.by === 'aws-sigv4' ? 's3://' : 'gs://'
}

/** The folder in a bucket that the operator has set for results. Throws `KeyFormError` where it is missing, of another kind, or does nothing. */
export function ownFolder(mapping: Mapping, folder: string | undefined): string | undefined {
  const { title } = mapping
  const example = `"resultsFolder": "${schemeOf(mapping)}my-bucket/model-tasks"`
  if (folder === undefined) {
    if (!needsFolder(mapping)) return undefined
    throw new KeyFormError(`${title} puts its results into a bucket of yours: name a folder in it, such as ${example}`)
  }
  if (!takesFolder(mapping))
    throw new KeyFormError(`resultsFolder does nothing: ${title} has its results elsewhere; leave it out`)
  if (folder.startsWith(schemeOf(mapping))) return folder
  throw new KeyFormError(
    `${title} puts its results into another kind of bucket: name a folder in one, such as ${example}`,
  )
}

/** A request for an object in a bucket, with what proves who asks. */
export interface ObjectRequest {
  url: string
  headers: Record<string, string>
  token: string
}

/**
 * A request, with the key of the upstream, for an object that an answer names: in S3 it is signed, to Google Cloud Storage the
 * access token is sent, and to no other host. Throws `ResultMissing` for one that is not in the folder of the operator: the
 * key reads nothing else for an answer. Where the base URL is none of the vendor, the object is asked for at its host.
 */
export async function objectRequest(connection: Connection, uri: string): Promise<ObjectRequest> {
  const { mapping, baseUrl, region = regionOf(baseUrl), resultsFolder = '', credentials } = connection
  if (!isIn(resultsFolder, uri))
    throw new ResultMissing(
      safeWords(`${mapping.title} completed the task and names a file outside of resultsFolder: ${uri}`, connection),
    )
  const isSigned = uri.startsWith('s3://')
  const url = isSigned ? signedUrlOf(uri, baseUrl, region) : storageUrlOf(uri, baseUrl)
  const proof = await credentials.prove({ method: 'GET', url, ...(isSigned ? { service: 's3' } : {}) })
  const authorization = `${isSigned ? '' : 'Bearer '}${proof.token}`
  return { url, headers: { ...proof.headers, authorization }, token: proof.token }
}

function isIn(folder: string, uri: string): boolean {
  const steps = uri.slice(folder.length + 1).split('/')
  return uri.startsWith(`${folder}/`) && !steps.some((step) => /^\.{0,2}$/.test(step))
}

/** The bucket and the key of an object. */
function partsOf(uri: string): { bucket: string; key: string } {
  const [bucket = '', ...steps] = uri.replace(/^\w+:\/\//, '').split('/')
  return { bucket, key: steps.map(encodeURIComponent).join('/') }
}

function storageUrlOf(uri: string, baseUrl: string): string {
  const { bucket, key } = partsOf(uri)
  const { origin, hostname } = new URL(baseUrl)
  return `${hostname.endsWith('.googleapis.com') ? 'https://storage.googleapis.com' : origin}/${bucket}/${key}`
}

function signedUrlOf(uri: string, baseUrl: string, region: string): string {
  const { bucket, key } = partsOf(uri)
  const { origin, hostname } = new URL(baseUrl)
  if (!hostname.endsWith('.amazonaws.com')) return `${origin}/${bucket}/${key}`
  const host = `s3.${region}.amazonaws.com`
  // The certificate of S3 holds for one label before it.
  return bucket.includes('.') ? `https://${host}/${bucket}/${key}` : `https://${bucket}.${host}/${key}`
}
