/**
 * What the types of a submit cost a program that is compiled with them. They took 4,032 instantiations when this was written; the limit is
 * 1.3 times that. Compiled as users do: against the built declarations.
 */
import { join } from 'node:path'
import ts from 'typescript'
import { expect, it } from 'vitest'

const folder = join(import.meta.dirname, '../../../test/types')
const name = join(folder, 'two-hundred-submits.ts')

/** Ordinary submits of twenty kinds; `n` makes each another type where it is a literal. */
const kinds: ((n: number) => string)[] = [
  (n) => `client.submit('sd_2.0_discount', { prompt: 'Boat ${n}', duration: ${4 + n} })`,
  (n) => `client.submit('sd_2.0_discount', { prompt: 'Boat ${n}', duration: seconds, seed: ${n} })`,
  (n) => `client.submit('sd_2.0_discount', { prompt: 'Boat ${n}', first_image: [file('${n}.jpg'), images[0]!] })`,
  (n) => `client.submit('sd_2.0_discount', { prompt: 'Boat ${n}', ...(maybe && { duration: ${4 + n} }) })`,
  (n) => `client.run('sd_2.5_discount_v1', { prompt: 'Boat ${n}' }, { timeout: ${n} })`,
  (n) => `client.run('zeta-H3-768p', { prompt: 'Boat ${n}', reference_images: images })`,
  (n) => `client.run('video_30_10_10', { prompt: 'Boat ${n}', resolution: '480p' })`,
  (n) => `client.run('alpha_1_5_pro', { prompt: 'Boat ${n}' })`,
  (n) => `client.run('alpha_1_5_pro_720p', { prompt: \`Boat \${seconds} ${n}\` })`,
  (n) => `client.run('epsilonO3', { prompt: 'Boat ${n}' })`,
  (n) => `client.run('hh-1.1-r2v-o', { prompt: 'Boat ${n}', reference_images: images })`,
  (n) => `client.run('gamma-1.0-r2v', { prompt: 'Boat ${n}', reference_images: [...images] })`,
  (n) => `client.run('gamma-1.0-i2v', { prompt: 'Boat ${n}', first_image: images, seed: ${n}, duration: 3 })`,
  (n) => `client.run('gamma-1.1-t2v', { prompt: 'Boat ${n}', seed: ${n} })`,
  (n) => `client.run('delta2.7-r2v', { prompt: 'Boat ${n}', reference_images: images })`,
  (n) =>
    `client.run('delta3.0-r2v', { prompt: 'Boat ${n}', reference_images: images, duration: 5, resolution: '720P' })`,
  (n) => `client.run('videos_900_720p-c1', { prompt: 'Boat ${n}', duration: 15 })`,
  (n) => `client.run('beta-5.0', { prompt: 'Boat ${n}' }).then((task) => task.status)`,
  (n) => `client.run('beta_5.0Pro', { prompt: 'Boat ${n}', anything: [${n}, null] })`,
  (n) => `client.custom('their-model', { prompt: 'Boat ${n}', depth: [${n}] })`,
]
const submits = Array.from({ length: 10 }, (_, n) => kinds.map((write) => write(n))).flat()
const program = `import { file, ModelTasks } from '@model-tasks/client'
declare const client: ModelTasks
declare const seconds: number, maybe: boolean, images: string[]
${submits.map((submit, index) => `export const submit${index} = ${submit}`).join('\n')}
`

it('200 submits, each another, compile and take at most 5,250 type instantiations', () => {
  const options: ts.CompilerOptions = {
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
    target: ts.ScriptTarget.ES2022,
    lib: ['lib.es2023.d.ts', 'lib.dom.d.ts'],
    types: [],
    strict: true,
    exactOptionalPropertyTypes: true,
    noEmit: true,
  }
  const host = ts.createCompilerHost(options)
  const read = host.getSourceFile.bind(host)
  host.getSourceFile = (path, languageVersion, ...rest) =>
    path === name ? ts.createSourceFile(path, program, languageVersion) : read(path, languageVersion, ...rest)
  const compiled = ts.createProgram([name], options, host)
  const mistakes = compiled.getSemanticDiagnostics(compiled.getSourceFile(name))
  expect(mistakes.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, ' '))).toEqual([])
  expect(compiled.getInstantiationCount()).toBeLessThanOrEqual(5_250)
})
