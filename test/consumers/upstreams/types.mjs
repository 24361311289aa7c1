import { fileURLToPath } from 'node:url'
import ts from 'typescript'
import { mappingOf } from './requests.mjs'

/**
 * Compares the status words of each mapping with the types of the vendor's own package, and what a mapping reads of an
 * answer with the members that the types have. Prints a line per protocol; exits with 1 when a word or a member is only
 * on one side.
 */
const folder = fileURLToPath(new URL('.', import.meta.url))

/** The vendor's type of an answer to a query. */
const answers = {
  fal: { source: `import type { QueueStatus } from '@fal-ai/client'\nexport type Answer = QueueStatus` },
  replicate: { source: `import type { Prediction } from 'replicate'\nexport type Answer = Prediction` },
  'openai-videos': { source: `import type OpenAI from 'openai'\nexport type Answer = OpenAI.Videos.Video` },
  runway: {
    source: `import type RunwayML from '@runwayml/sdk'\nexport type Answer = RunwayML.TaskRetrieveResponse`,
  },
  together: { source: `import type { VideoJob } from 'together-ai/resources/videos'\nexport type Answer = VideoJob` },
  openrouter: {
    source: `import type { VideoGenerationResponse } from '@openrouter/sdk/models'\nexport type Answer = VideoGenerationResponse`,
  },
  higgsfield: {
    source: `import type { V2Response } from '@higgsfield/client/v2'\nexport type Answer = V2Response`,
  },
  kling: {
    source: `import type { VideoTaskResult } from 'kling-api/types'\nexport type Answer = VideoTaskResult`,
  },
  bedrock: {
    source: `import type { GetAsyncInvokeCommandOutput } from '@aws-sdk/client-bedrock-runtime'\nexport type Answer = GetAsyncInvokeCommandOutput`,
  },
  hunyuan: {
    source: `import type { DescribeHunyuanToVideoJobResponse as Text, DescribeTextToVideoViduJobResponse as Vidu } from 'tencentcloud-sdk-nodejs/tencentcloud/services/vclm/v20240523/vclm_models'\nexport type Answer = { Response: Text | Vidu }`,
  },
  luma: { source: `import type LumaAI from 'lumaai'\nexport type Answer = LumaAI.Generation` },
}
/** Members of errors, which the types of a task leave out, those that only the vendor's documents have, and one in camel case. */
const untyped = {
  kling: ['/data/final_unit_deduction'],
  openrouter: ['/unsigned_urls'],
  higgsfield: ['/error'],
  fal: ['/error', '/error_type', '/detail'],
  replicate: ['/detail'],
}

/** Words that only the vendor's documents have. */
const documented = { higgsfield: ['canceled'] }

const files = new Map(Object.entries(answers).map(([name, { source }]) => [`${folder}answer-${name}.ts`, source]))
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
for (const name of Object.keys(answers)) {
  const { operations } = await mappingOf(name)
  const { answer } = operations.video
  const type = typeOf(`${folder}answer-${name}.ts`)
  const theirs = wordsAt(type, answer.status.at)
  const ours = Object.keys(answer.status.states)
  const places = [answer.message, answer.code, answer.usage.map(({ at }) => at)].flat()
  const results = answer.results.flatMap((result) => ('at' in result && result.kind !== 'base64' ? [result.at] : []))
  const missing = [...places, ...results]
    .map((path) => `/${path.join('/')}`)
    .filter((place) => !untyped[name]?.includes(place) && at(type, place.slice(1).split('/')).length === 0)
  const wrong = [
    ...ours
      .filter((word) => !theirs.includes(word) && !documented[name]?.includes(word))
      .map((word) => `the types do not have the status ${word}`),
    ...theirs.filter((word) => !ours.includes(word)).map((word) => `the mapping does not have the status ${word}`),
    ...(theirs.length === 0 ? ['the types have no status words'] : []),
    ...missing.map((place) => `the types have no member ${place}`),
  ]
  failures += wrong.length
  console.log(`${name.padEnd(14)} ${theirs.length} status words${wrong.length === 0 ? ', all equal' : ''}`)
  for (const line of wrong) console.log(`  FAILED ${line}`)
}
process.exitCode = failures > 0 ? 1 : 0

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
    const inner = item ?? (property === undefined ? undefined : checker.getTypeOfSymbol(property))
    if (member.flags & ts.TypeFlags.Any) return [member]
    return inner === undefined ? [] : at(inner, rest)
  })
}

/** The words at a place: those of the type or, where that is any string, those that its comments explain (WORD：…). */
function wordsAt(type, path) {
  const found = at(type, path).flatMap((one) => (one.isUnion() ? one.types : [one]))
  const typed = found.flatMap((one) => (one.isStringLiteral() ? [one.value] : []))
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
