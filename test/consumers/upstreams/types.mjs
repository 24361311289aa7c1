import { fileURLToPath } from 'node:url'
import ts from 'typescript'
import { mappingOf, protocols } from './requests.mjs'

/**
 * Compares the status words of each mapping with the types of the vendor's own package, and what a mapping reads of an
 * answer with the members that the types have. Prints a line per protocol and kind of task, and per protocol without such
 * types why; exits with 1 when a word or a member is only on one side, or a protocol is in neither list.
 */
const folder = fileURLToPath(new URL('.', import.meta.url))

const fal = `import type { QueueStatus } from '@fal-ai/client'\nexport type Answer = QueueStatus`
const prediction = `import type { Prediction } from 'replicate'\nexport type Answer = Prediction`
const higgsfield = `import type { V2Response } from '@higgsfield/client/v2'\nexport type Answer = V2Response`
const luma = `import type LumaAI from 'lumaai'\nexport type Answer = LumaAI.Generation`
const google = `import type { GenerateVideosOperation } from '@google/genai'\nexport type Answer = GenerateVideosOperation`
/** Members of errors, which the types of a task leave out. */
const falErrors = ['/error', '/error_type', '/detail']

/**
 * The vendor's type of an answer to a query, or to a submit that is answered with the result. `untyped`: members that the
 * package's types leave out; `documented`: words that only the vendor's documents have; `renamed`: members whose names the
 * package changes.
 */
const answers = {
  'fal video': { source: fal, untyped: falErrors },
  'fal image': { source: fal, untyped: falErrors },
  'replicate video': { source: prediction, untyped: ['/detail'] },
  'replicate image': { source: prediction, untyped: ['/detail'] },
  'openai-videos video': { source: `import type OpenAI from 'openai'\nexport type Answer = OpenAI.Videos.Video` },
  'openai-videos image': {
    source: `import type OpenAI from 'openai'\nexport type Answer = OpenAI.ImagesResponse`,
    untyped: ['/error/message', '/error/code'],
  },
  'azure image': {
    source: `import type OpenAI from 'openai'\nexport type Answer = OpenAI.ImagesResponse`,
    untyped: ['/error/message', '/error/code'],
  },
  'firefly image': {
    source: `import type { GenerateImagesResponse } from '@adobe/firefly-apis'\nexport type Answer = GenerateImagesResponse`,
    untyped: ['/message', '/error_code'],
  },
  'runway video': {
    source: `import type RunwayML from '@runwayml/sdk'\nexport type Answer = RunwayML.TaskRetrieveResponse`,
  },
  'together video': {
    source: `import type { VideoJob } from 'together-ai/resources/videos'\nexport type Answer = VideoJob`,
  },
  'openrouter video': {
    source: `import type { VideoGenerationResponse } from '@openrouter/sdk/models'\nexport type Answer = VideoGenerationResponse`,
    renamed: { unsigned_urls: 'unsignedUrls' },
  },
  'higgsfield video': { source: higgsfield, untyped: ['/error'], documented: ['canceled'] },
  'higgsfield image': { source: higgsfield, untyped: ['/error'], documented: ['canceled'] },
  'leonardo video': {
    source: `import type { GetGenerationByIdResponseBody } from '@leonardo-ai/sdk/sdk/models/operations'\nexport type Answer = GetGenerationByIdResponseBody`,
    renamed: {
      generations_by_pk: 'generationsByPk',
      generated_images: 'generatedImages',
      motionMP4URL: 'motionMp4URL',
    },
  },
  'kling video': {
    source: `import type { VideoTaskResult } from 'kling-api/types'\nexport type Answer = VideoTaskResult`,
    untyped: ['/data/final_unit_deduction'],
  },
  'bedrock video': {
    source: `import type { GetAsyncInvokeCommandOutput } from '@aws-sdk/client-bedrock-runtime'\nexport type Answer = GetAsyncInvokeCommandOutput`,
  },
  'hunyuan video': {
    source: `import type { DescribeHunyuanToVideoJobResponse as Text, DescribeTextToVideoViduJobResponse as Vidu } from 'tencentcloud-sdk-nodejs/tencentcloud/services/vclm/v20240523/vclm_models'\nexport type Answer = { Response: Text | Vidu }`,
  },
  'luma video': { source: luma },
  'luma image': { source: luma },
  // The package types the operation as it is, and its response as what it makes of it.
  'veo video': {
    source: google,
    untyped: [
      '/response/generateVideoResponse/raiMediaFilteredReasons/0',
      '/response/generateVideoResponse/generatedSamples/-/video/uri',
    ],
  },
  'vertex video': { source: google, untyped: ['/response/videos/-/bytesBase64Encoded', '/response/videos/0/gcsUri'] },
}

/** Why an answer has no type that it could be compared with. */
const none = {
  ark: '@ai-sdk/bytedance exports no type of an answer',
  dashscope: '@ai-sdk/alibaba exports no type of an answer',
  minimax: '@ai-sdk/minimax exports no type of an answer',
  flux: '@ai-sdk/black-forest-labs exports no type of an answer',
  xai: '@ai-sdk/xai exports no type of an answer',
  wavespeed: 'wavespeed types what it makes of an answer, and takes that as any',
  stability: 'stability-ai types what it makes of an answer: the path of a file',
  vidu: 'the registry has no package of the vendor',
}

const files = new Map(Object.entries(answers).map(([name, { source }]) => [fileOf(name), source]))
const options = {
  strict: true,
  skipLibCheck: true,
  noEmit: true,
  module: ts.ModuleKind.NodeNext,
  moduleResolution: ts.ModuleResolutionKind.NodeNext,
  types: [],
}
const host = ts.createCompilerHost(options)
const { fileExists, readFile, getSourceFile } = host
host.fileExists = (path) => files.has(path) || fileExists.call(host, path)
host.readFile = (path) => files.get(path) ?? readFile.call(host, path)
host.getSourceFile = (path, ...rest) =>
  files.has(path)
    ? ts.createSourceFile(path, files.get(path), ts.ScriptTarget.ESNext, true)
    : getSourceFile.call(host, path, ...rest)
const program = ts.createProgram([...files.keys()], options, host)
const checker = program.getTypeChecker()

let failures = 0
for (const protocol of protocols) {
  const { operations } = await mappingOf(protocol)
  if (none[protocol] !== undefined) say(protocol, `none: ${none[protocol]}`)
  else for (const kind of Object.keys(operations)) compare(`${protocol} ${kind}`, operations[kind].answer)
}
process.exitCode = failures > 0 ? 1 : 0

function compare(name, { status, message, code, usage, results }) {
  const known = answers[name]
  if (known === undefined) return say(name, 'is in neither list', ['add the type of its answer, or why there is none'])
  const { untyped = [], documented = [], renamed = {} } = known
  const type = typeOf(fileOf(name))
  const typed = (path) => path.map((step) => renamed[step] ?? step)
  const places = [
    message,
    code,
    usage.map(({ at: place }) => place),
    results.flatMap((one) => ('at' in one ? [one.at] : [])),
  ]
  const missing = places
    .flat()
    .filter((path) => !untyped.includes(`/${path.join('/')}`) && at(type, typed(path)).length === 0)
    .map((path) => `the types have no member /${path.join('/')}`)
  const idle = untyped
    .filter((place) => at(type, typed(place.slice(1).split('/'))).length > 0)
    .map((place) => `the types have ${place} by now`)
  if (status === undefined) return say(name, 'no status, members equal', [...missing, ...idle])
  const theirs = wordsAt(type, typed(status.at))
  const ours = Object.keys(status.states)
  const words = [
    ...ours
      .filter((word) => !theirs.includes(word) && !documented.includes(word))
      .map((word) => `the types do not have the status ${word}`),
    ...theirs.filter((word) => !ours.includes(word)).map((word) => `the mapping does not have the status ${word}`),
    ...(theirs.length === 0 ? ['the types have no status words'] : []),
  ]
  return say(name, `${theirs.length} status words, all equal`, [...words, ...missing, ...idle])
}

function say(name, text, wrong = []) {
  failures += wrong.length
  console.log(`${name.padEnd(20)} ${wrong.length === 0 ? text : 'differs'}`)
  for (const line of wrong) console.log(`  FAILED ${line}`)
}

function fileOf(name) {
  return `${folder}answer-${name.replace(' ', '-')}.ts`
}

function typeOf(path) {
  const file = program.getSourceFile(path)
  const alias = file.statements.find((statement) => ts.isTypeAliasDeclaration(statement))
  return checker.getTypeAtLocation(alias)
}

/** The types at a place, in any member of a union; an index or `-` stands for the items of a list. */
function at(type, [step, ...rest]) {
  const members = type.isUnion() ? type.types : [type]
  if (step === undefined) return members
  return members.flatMap((member) => {
    const item = /^(?:-|\d+)$/.test(step) ? member.getNumberIndexType() : undefined
    const property = member.getProperty(step)
    const inner = item ?? (property === undefined ? member.getStringIndexType() : checker.getTypeOfSymbol(property))
    if (member.flags & ts.TypeFlags.Any) return [member]
    return inner === undefined ? [] : at(inner, rest)
  })
}

/** The words at a place: those of the type or, where that is any string, those that its comments explain (WORD：…). */
function wordsAt(type, path) {
  const found = at(type, path).flatMap((one) => (one.isUnion() ? one.types : [one]))
  const typed = found.flatMap((one) =>
    one.isStringLiteral() ? [one.value] : one.flags & ts.TypeFlags.BooleanLiteral ? [one.intrinsicName] : [],
  )
  return [...new Set(typed.length > 0 ? typed : explainedAt(type, path))]
}

function explainedAt(type, path) {
  const [last, ...before] = path.toReversed()
  const members = at(type, before.toReversed()).flatMap((one) => (one.isUnion() ? one.types : [one]))
  const comments = members.map((one) => one.getProperty(last)?.getDocumentationComment(checker) ?? [])
  return comments.flatMap((comment) =>
    [...ts.displayPartsToString(comment).matchAll(/([A-Z]+)：/g)].map(([, word]) => word),
  )
}
