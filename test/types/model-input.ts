/**
 * What a caller may write for each model, typed by hand from the tables of the interface and compared with the generated types.
 * Nothing here runs: the compiler is the test.
 */
import { expectTypeOf } from 'vitest'
import type {
  ImageModelId,
  InvocableModelId,
  JsonValue,
  ModelId,
  ModelInput,
  ModelParams,
  NumericParameter,
  SubmitRequest,
  TaskStatus,
  VideoModelId,
} from '@model-tasks/spec'

type SixRatios = '16:9' | '9:16' | '1:1' | '4:3' | '3:4' | '21:9'
type NineRatios = SixRatios | '4:5' | '5:4' | '9:21'
interface Frames {
  first_image?: string[]
  last_image?: string[]
}
interface References {
  reference_images?: string[]
  reference_videos?: string[]
  reference_audios?: string[]
}
/** One level, so that two ways of writing a type compare as equal. */
type Flat<T> = { [K in keyof T]: T[K] }

/** Input and wire parameters of a model; `Filled` are the required parameters that the client fills in from their defaults. */
interface Expected<Input, Filled extends keyof Input = never> {
  input: Flat<Input>
  params: [Filled] extends [never] ? Flat<Input> : Flat<Omit<Input, Filled> & Required<Pick<Input, Filled>>>
}

type Gamma = { prompt: string; duration?: number; seed?: number; watermark?: boolean; resolution?: '720P' | '1080P' }
type Zeta<Resolution> = Flat<
  References & { prompt: string; duration?: number; aspect_ratio?: SixRatios | '3:2' | '2:3'; resolution?: Resolution }
>
type AlphaSized = Flat<Frames & { prompt: string; duration?: number; size?: SixRatios | 'keep_ratio' | 'adaptive' }>
type Delta3 = {
  prompt: string
  reference_images: string[]
  reference_videos?: string[]
  reference_audios?: string[]
  duration: number
  aspect_ratio?: '16:9' | '9:16'
  resolution: '480P' | '720P' | '1080P'
}
type Sd = Frames &
  References & {
    prompt: string
    duration?: number
    aspect_ratio?: SixRatios | 'adaptive'
    resolution?: '480p' | '720p' | '1080p'
    seed?: number
    generate_audio?: boolean
  }
type Open = { [parameter: string]: JsonValue }

interface Models {
  'sd_2.0_discount': Expected<Sd & { tools?: JsonValue[]; watermark?: boolean }, 'duration'>
  'sd_2.5_discount_v1': Expected<Sd, 'duration'>
  'zeta-H3_933_1080p': Expected<Zeta<'1080p'>>
  'zeta-H3-768p': Expected<Zeta<'768p'>>
  video_30_10_10: Expected<
    References & { prompt: string; duration?: number; aspect_ratio?: SixRatios; resolution: '480p' },
    'duration'
  >
  alpha_1_5_pro: Expected<
    Frames & {
      prompt: string
      duration?: number
      aspect_ratio?: SixRatios | 'adaptive'
      resolution?: '480p' | '720p' | '1080p'
      generate_audio?: boolean
      tools?: JsonValue[]
    },
    'duration'
  >
  alpha_1_5_pro_720p: Expected<AlphaSized>
  alpha_1_5_pro_480p: Expected<AlphaSized>
  epsilonO3: Expected<
    Frames & {
      prompt: string
      reference_images?: string[]
      duration?: number
      aspect_ratio?: '16:9' | '9:16' | '1:1'
      resolution?: '720p' | '1080p'
      generate_audio?: boolean
      reference_mode?: 'image' | 'frame'
    }
  >
  'hh-1.1-r2v-o': Expected<Gamma & { reference_images: string[]; aspect_ratio?: NineRatios }, 'resolution'>
  'gamma-1.0-r2v': Expected<Gamma & { reference_images: string[]; aspect_ratio?: NineRatios }, 'resolution'>
  'gamma-1.0-i2v': Expected<Gamma & { first_image: string[] }, 'resolution'>
  'gamma-1.1-t2v': Expected<Gamma & { aspect_ratio?: NineRatios }, 'resolution'>
  'gamma-1.0-t2v': Expected<Gamma & { aspect_ratio?: NineRatios }, 'resolution'>
  'delta2.7-r2v': Expected<
    Gamma & { reference_images: string[]; aspect_ratio?: '16:9' | '9:16' | '1:1' | '4:3' | '3:4' },
    'duration'
  >
  'delta3.0-prime-r2v': Expected<Delta3>
  'delta3.0-r2v': Expected<Delta3>
  'videos_900_720p-c1': Expected<
    { prompt: string; reference_images?: string[]; duration?: 15; aspect_ratio?: '16:9' | '9:16'; resolution?: '720p' },
    'resolution'
  >
  'beta-5.0': Expected<{
    prompt: string
    reference_images?: string[]
    aspect_ratio?: '1:1' | '3:4' | '4:3' | '16:9' | '9:16' | '3:2' | '2:3' | '21:9'
    resolution?: '2K' | '3K' | '4K'
    size?: string
    watermark?: boolean
  }>
  'beta_5.0Pro': Expected<Open>
  'sd_2.5_special_v1': Expected<Open>
  'sd_2.0_fast_special': Expected<Open>
  'sd_2.0_mini_special': Expected<Open>
  'sd_2.0_special': Expected<Open>
  'sd_2.0_fast_discount': Expected<Open>
  'sd_2.0_mini_discount': Expected<Open>
  alpha_1_5_pro_1080p: Expected<Open>
  'videos_10_0_0-720p': Expected<Open>
}

/** Without the numeric parameters of other models, which are declared as `never`. */
type Accepted<T> = { [K in keyof T as [Exclude<T[K], undefined>] extends [never] ? never : K]: T[K] }

/** The models whose type is not the expected one; never, when all are. */
type Differing<Kind extends 'input' | 'params'> = {
  [M in keyof Models]: Same<
    Accepted<(Kind extends 'input' ? ModelInput : ModelParams)[M]>,
    Models[M][Kind]
  > extends true
    ? never
    : M
}[keyof Models]
type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false

expectTypeOf<Differing<'input'>>().toEqualTypeOf<never>()
expectTypeOf<Differing<'params'>>().toEqualTypeOf<never>()
expectTypeOf<ModelId>().toEqualTypeOf<keyof Models>()
// `submit` and `run` name each of these in their type parameters; add a new one there.
expectTypeOf<NumericParameter>().toEqualTypeOf<'duration' | 'seed'>()
expectTypeOf<keyof ModelInput>().toEqualTypeOf<keyof Models>()
expectTypeOf<Exclude<ModelId, InvocableModelId>>().toEqualTypeOf<'zeta-H3_933_1080p'>()
expectTypeOf<ImageModelId>().toEqualTypeOf<'beta-5.0' | 'beta_5.0Pro'>()
expectTypeOf<VideoModelId>().toEqualTypeOf<Exclude<ModelId, ImageModelId>>()
expectTypeOf<TaskStatus>().toEqualTypeOf<'queued' | 'processing' | 'completed' | 'failed'>()

/** A request of unknown model narrows by its `model`. */
export function narrows(request: SubmitRequest): void {
  if (request.model === 'sd_2.0_discount') expectTypeOf(request.duration).toEqualTypeOf<number>()
  if (request.model === 'videos_900_720p-c1') expectTypeOf(request.duration).toEqualTypeOf<15 | undefined>()
  if (request.model === 'beta-5.0') expectTypeOf(request.resolution).toEqualTypeOf<'2K' | '3K' | '4K' | undefined>()
}
