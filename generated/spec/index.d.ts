// Made by the generator from spec/. Do not edit.
import type { JsonValue, ModelKind } from './catalogue.js'
import type { Cost, CostLine } from './measures/cost.js'

export type * from './catalogue.js'
export type { Cost, CostLine }

/** beta-5.0: Image from a prompt and up to ten reference images. */
export interface Beta50Input<F = never> {
  /**
   * What to generate, in words.
   * A non-empty string.
   * Source: beta-5.0, prompt.
   */
  prompt: string
  /**
   * Images to use as references.
   * An array of up to 10 images (http or https URL).
   * Source: beta-5.0, reference_images.
   */
  reference_images?: (string | F)[]
  /**
   * Width to height of the picture.
   * 1:1, 3:4, 4:3, 16:9, 9:16, 3:2, 2:3 or 21:9.
   * Default: "1:1".
   * Source: beta-5.0, aspect_ratio.
   */
  aspect_ratio?: ("1:1" | "3:4" | "4:3" | "16:9" | "9:16" | "3:2" | "2:3" | "21:9")
  /**
   * Size of the picture, by name.
   * 2K, 3K or 4K.
   * Default: "2K".
   * Source: beta-5.0, resolution.
   */
  resolution?: ("2K" | "3K" | "4K")
  /**
   * Size of the image, or its pixel format.
   * A string; which values it takes is not shown.
   * Source: beta-5.0, size.
   */
  size?: string
  /**
   * Whether a watermark is added.
   * Default: false.
   * Source: beta-5.0, watermark.
   */
  watermark?: boolean
  /** Not a parameter of beta-5.0. */
  duration?: never
  /** Not a parameter of beta-5.0. */
  seed?: never
}

/** sd_2.5_discount_v1: Video of up to 30 seconds from a prompt, frames, or many reference images, videos and audio files. */
export interface Sd25DiscountV1Input<F = never> {
  /**
   * What to generate, in words.
   * A non-empty string.
   * Source: sd_2.5_discount_v1, prompt.
   */
  prompt: string
  /**
   * Images to use as references.
   * An array of up to 30 images (http or https URL, or assetId://{id}).
   * Source: sd_2.5_discount_v1, reference_images.
   */
  reference_images?: (string | F)[]
  /**
   * Videos to use as references.
   * An array of up to 10 videos (http or https URL, or assetId://{id}).
   * Source: sd_2.5_discount_v1, reference_videos.
   */
  reference_videos?: (string | F)[]
  /**
   * Audio to use as a reference.
   * An array of up to 10 audio files (http or https URL, or assetId://{id}).
   * Source: sd_2.5_discount_v1, reference_audios.
   */
  reference_audios?: (string | F)[]
  /**
   * Length of the video.
   * An integer from 4 to 30 s.
   * Default: 4, which the client sends when it is left out.
   * Source: sd_2.5_discount_v1, duration.
   */
  duration?: number
  /**
   * Width to height of the picture.
   * 16:9, 9:16, 1:1, 4:3, 3:4, 21:9 or adaptive.
   * Default: "16:9".
   * Source: sd_2.5_discount_v1, aspect_ratio.
   */
  aspect_ratio?: ("16:9" | "9:16" | "1:1" | "4:3" | "3:4" | "21:9" | "adaptive")
  /**
   * Size of the picture, by name.
   * 480p, 720p or 1080p.
   * Default: "720p".
   * Source: sd_2.5_discount_v1, resolution.
   */
  resolution?: ("480p" | "720p" | "1080p")
  /**
   * Seed of the generation.
   * An integer.
   * Default: -1.
   * What the default of -1 means is not shown.
   * Source: sd_2.5_discount_v1, seed.
   */
  seed?: number
  /**
   * The first frame of the video.
   * An array of at most 1 image (http or https URL, or assetId://{id}).
   * Source: sd_2.5_discount_v1, first_image.
   */
  first_image?: (string | F)[]
  /**
   * The last frame of the video.
   * An array of at most 1 image (http or https URL, or assetId://{id}).
   * Source: sd_2.5_discount_v1, last_image.
   */
  last_image?: (string | F)[]
  /**
   * Whether the video has sound.
   * Default: true.
   * Source: sd_2.5_discount_v1, generate_audio.
   */
  generate_audio?: boolean
}

/** sd_2.0_discount: Video from a prompt, from a first or a first and last frame, or from reference images, videos and audio. */
export interface Sd20DiscountInput<F = never> {
  /**
   * What to generate, in words.
   * A non-empty string.
   * Source: sd_2.0_discount, prompt.
   */
  prompt: string
  /**
   * Images to use as references.
   * An array of up to 9 images (http or https URL, or assetId://{id}).
   * Source: sd_2.0_discount, reference_images.
   */
  reference_images?: (string | F)[]
  /**
   * Videos to use as references.
   * An array of up to 3 videos (http or https URL, or assetId://{id}).
   * Source: sd_2.0_discount, reference_videos.
   */
  reference_videos?: (string | F)[]
  /**
   * Audio to use as a reference.
   * An array of up to 3 audio files (http or https URL, or assetId://{id}).
   * Source: sd_2.0_discount, reference_audios.
   */
  reference_audios?: (string | F)[]
  /**
   * Length of the video.
   * An integer from 4 to 15 s.
   * Default: 5, which the client sends when it is left out.
   * Source: sd_2.0_discount, duration.
   */
  duration?: number
  /**
   * Width to height of the picture.
   * 16:9, 9:16, 1:1, 4:3, 3:4, 21:9 or adaptive.
   * Default: "16:9".
   * Source: sd_2.0_discount, aspect_ratio.
   */
  aspect_ratio?: ("16:9" | "9:16" | "1:1" | "4:3" | "3:4" | "21:9" | "adaptive")
  /**
   * Size of the picture, by name.
   * 480p, 720p or 1080p.
   * Default: "720p".
   * Source: sd_2.0_discount, resolution.
   */
  resolution?: ("480p" | "720p" | "1080p")
  /**
   * Seed of the generation.
   * An integer.
   * Default: -1.
   * What the default of -1 means is not shown.
   * Source: sd_2.0_discount, seed.
   */
  seed?: number
  /**
   * The first frame of the video.
   * An array of at most 1 image (http or https URL, or assetId://{id}).
   * Source: sd_2.0_discount, first_image.
   */
  first_image?: (string | F)[]
  /**
   * The last frame of the video.
   * An array of at most 1 image (http or https URL, or assetId://{id}).
   * Source: sd_2.0_discount, last_image.
   */
  last_image?: (string | F)[]
  /**
   * Whether the video has sound.
   * Default: true.
   * Source: sd_2.0_discount, generate_audio.
   */
  generate_audio?: boolean
  /**
   * Official tool configuration.
   * An array; the form of its items is not shown.
   * Source: sd_2.0_discount, tools.
   */
  tools?: JsonValue[]
  /**
   * Whether a watermark of the provider or platform is added.
   * Default: false.
   * Source: sd_2.0_discount, watermark.
   */
  watermark?: boolean
}

/** alpha_1_5_pro_480p: Video in 480p from a prompt and, if wanted, a first and a last frame. */
export interface Alpha15Pro480pInput<F = never> {
  /**
   * What to generate, in words.
   * A non-empty string.
   * Source: alpha_1_5_pro_720p and alpha_1_5_pro_480p, prompt.
   */
  prompt: string
  /**
   * Length of the video.
   * An integer from 4 to 11 s.
   * Source: alpha_1_5_pro_720p and alpha_1_5_pro_480p, duration.
   */
  duration?: number
  /**
   * Width to height of the picture, or a word for how it is chosen.
   * 16:9, 4:3, 1:1, 3:4, 9:16, 21:9, keep_ratio or adaptive.
   * Source: alpha_1_5_pro_720p and alpha_1_5_pro_480p, size.
   */
  size?: ("16:9" | "4:3" | "1:1" | "3:4" | "9:16" | "21:9" | "keep_ratio" | "adaptive")
  /**
   * The first frame of the video.
   * An array of at most 1 image (http or https URL).
   * Source: alpha_1_5_pro_720p and alpha_1_5_pro_480p, first_image.
   */
  first_image?: (string | F)[]
  /**
   * The last frame of the video.
   * An array of at most 1 image (http or https URL).
   * Source: alpha_1_5_pro_720p and alpha_1_5_pro_480p, last_image.
   */
  last_image?: (string | F)[]
  /** Not a parameter of alpha_1_5_pro_480p. */
  seed?: never
}

/** alpha_1_5_pro_720p: Video in 720p from a prompt and, if wanted, a first and a last frame. */
export interface Alpha15Pro720pInput<F = never> {
  /**
   * What to generate, in words.
   * A non-empty string.
   * Source: alpha_1_5_pro_720p and alpha_1_5_pro_480p, prompt.
   */
  prompt: string
  /**
   * Length of the video.
   * An integer from 4 to 11 s.
   * Source: alpha_1_5_pro_720p and alpha_1_5_pro_480p, duration.
   */
  duration?: number
  /**
   * Width to height of the picture, or a word for how it is chosen.
   * 16:9, 4:3, 1:1, 3:4, 9:16, 21:9, keep_ratio or adaptive.
   * Source: alpha_1_5_pro_720p and alpha_1_5_pro_480p, size.
   */
  size?: ("16:9" | "4:3" | "1:1" | "3:4" | "9:16" | "21:9" | "keep_ratio" | "adaptive")
  /**
   * The first frame of the video.
   * An array of at most 1 image (http or https URL).
   * Source: alpha_1_5_pro_720p and alpha_1_5_pro_480p, first_image.
   */
  first_image?: (string | F)[]
  /**
   * The last frame of the video.
   * An array of at most 1 image (http or https URL).
   * Source: alpha_1_5_pro_720p and alpha_1_5_pro_480p, last_image.
   */
  last_image?: (string | F)[]
  /** Not a parameter of alpha_1_5_pro_720p. */
  seed?: never
}

/** zeta-H3-768p: Video from a prompt that names its reference images, videos and audio with tokens. */
export interface ZetaH3768pInput<F = never> {
  /**
   * What to generate, in words.
   * A non-empty string.
   * Source: zeta-H3-768p, prompt.
   */
  prompt: string
  /**
   * Images to use as references; the prompt names them with tokens.
   * An array of up to 9 images (http or https URL).
   * The description allows a public URL or base64, the note beside it asks for a public URL: prefer a URL.
   * Source: zeta-H3-768p, reference_images.
   */
  reference_images?: (string | F)[]
  /**
   * Videos to use as references; the prompt names them with tokens.
   * An array of up to 3 videos (http or https URL).
   * Source: zeta-H3-768p, reference_videos.
   */
  reference_videos?: (string | F)[]
  /**
   * Audio to use as a reference; the prompt names it with tokens.
   * An array of up to 3 audio files (http or https URL).
   * Source: zeta-H3-768p, reference_audios.
   */
  reference_audios?: (string | F)[]
  /**
   * Length of the video.
   * An integer from 10 to 15 s.
   * Default: 10.
   * Source: zeta-H3-768p, duration.
   */
  duration?: number
  /**
   * Width to height of the picture.
   * 16:9, 9:16, 1:1, 4:3, 3:4, 21:9, 3:2 or 2:3.
   * Source: zeta-H3-768p, aspect_ratio.
   */
  aspect_ratio?: ("16:9" | "9:16" | "1:1" | "4:3" | "3:4" | "21:9" | "3:2" | "2:3")
  /**
   * Size of the picture, by name.
   * 768p.
   * Source: zeta-H3-768p, resolution.
   */
  resolution?: ("768p")
  /** Not a parameter of zeta-H3-768p. */
  seed?: never
}

/** videos_900_720p-c1: Video of 15 seconds in 720p from a prompt and up to nine reference images. */
export interface Videos900720pC1Input<F = never> {
  /**
   * What to generate, in words.
   * A string of 1 to 1500 characters.
   * Source: videos_900_720p-c1, prompt.
   */
  prompt: string
  /**
   * Images to use as references.
   * An array of up to 9 images (http or https URL).
   * Source: videos_900_720p-c1, reference_images.
   */
  reference_images?: (string | F)[]
  /**
   * Length of the video.
   * 15 s.
   * Default: 15.
   * Source: videos_900_720p-c1, duration.
   */
  duration?: (15)
  /**
   * Width to height of the picture.
   * 16:9 or 9:16.
   * Default: "16:9".
   * Source: videos_900_720p-c1, aspect_ratio.
   */
  aspect_ratio?: ("16:9" | "9:16")
  /**
   * Size of the picture, by name.
   * 720p.
   * Default: "720p", which the client sends when it is left out.
   * Source: videos_900_720p-c1, resolution.
   */
  resolution?: ("720p")
  /** Not a parameter of videos_900_720p-c1. */
  seed?: never
}

/** gamma-1.0-r2v: Video from a prompt and one to nine reference images, with a watermark unless told otherwise. */
export interface Gamma10R2vInput<F = never> {
  /**
   * What to generate, in words.
   * A non-empty string.
   * Source: gamma-1.0-r2v, prompt.
   */
  prompt: string
  /**
   * Images to use as references.
   * An array of 1 to 9 images (http or https URL).
   * Source: gamma-1.0-r2v, reference_images.
   */
  reference_images: (string | F)[]
  /**
   * Length of the video.
   * An integer from 3 to 15 s.
   * Default: 5.
   * Source: gamma-1.0-r2v, duration.
   */
  duration?: number
  /**
   * Width to height of the picture.
   * 16:9, 9:16, 3:4, 4:3, 4:5, 5:4, 1:1, 9:21 or 21:9.
   * Default: "16:9".
   * Source: gamma-1.0-r2v, aspect_ratio.
   */
  aspect_ratio?: ("16:9" | "9:16" | "3:4" | "4:3" | "4:5" | "5:4" | "1:1" | "9:21" | "21:9")
  /**
   * Size of the picture, by name.
   * 1080P or 720P.
   * Default: "1080P", which the client sends when it is left out.
   * Source: gamma-1.0-r2v, resolution.
   */
  resolution?: ("1080P" | "720P")
  /**
   * Seed of the generation.
   * An integer from 0 to 2147483647.
   * Source: gamma-1.0-r2v, seed.
   */
  seed?: number
  /**
   * Whether a watermark is added.
   * Default: true.
   * Source: gamma-1.0-r2v, watermark.
   */
  watermark?: boolean
}

/** gamma-1.0-i2v: Video from a prompt and a first frame. */
export interface Gamma10I2vInput<F = never> {
  /**
   * What to generate, in words.
   * A non-empty string.
   * Source: gamma-1.0-i2v, prompt.
   */
  prompt: string
  /**
   * Length of the video.
   * An integer from 3 to 15 s.
   * Default: 5.
   * Source: gamma-1.0-i2v, duration.
   */
  duration?: number
  /**
   * Size of the picture, by name.
   * 720P or 1080P.
   * Default: "1080P", which the client sends when it is left out.
   * Source: gamma-1.0-i2v, resolution.
   */
  resolution?: ("720P" | "1080P")
  /**
   * Seed of the generation.
   * An integer from 0 to 2147483647.
   * Source: gamma-1.0-i2v, seed.
   */
  seed?: number
  /**
   * The first frame of the video.
   * An array of 1 image (http or https URL).
   * Source: gamma-1.0-i2v, first_image.
   */
  first_image: (string | F)[]
  /**
   * Whether a watermark is added.
   * Default: false.
   * Source: gamma-1.0-i2v, watermark.
   */
  watermark?: boolean
}

/** gamma-1.0-t2v: Video from a prompt alone. */
export interface Gamma10T2vInput {
  /**
   * What to generate, in words.
   * A non-empty string.
   * Source: gamma-1.1-t2v and gamma-1.0-t2v, prompt.
   */
  prompt: string
  /**
   * Length of the video.
   * An integer from 3 to 15 s.
   * Default: 5.
   * Source: gamma-1.1-t2v and gamma-1.0-t2v, duration.
   */
  duration?: number
  /**
   * Width to height of the picture.
   * 16:9, 9:16, 1:1, 4:3, 3:4, 4:5, 5:4, 9:21 or 21:9.
   * Default: "16:9".
   * Source: gamma-1.1-t2v and gamma-1.0-t2v, aspect_ratio.
   */
  aspect_ratio?: ("16:9" | "9:16" | "1:1" | "4:3" | "3:4" | "4:5" | "5:4" | "9:21" | "21:9")
  /**
   * Size of the picture, by name.
   * 720P or 1080P.
   * Default: "1080P", which the client sends when it is left out.
   * Source: gamma-1.1-t2v and gamma-1.0-t2v, resolution.
   */
  resolution?: ("720P" | "1080P")
  /**
   * Seed of the generation.
   * An integer from 0 to 2147483647.
   * Source: gamma-1.1-t2v and gamma-1.0-t2v, seed.
   */
  seed?: number
  /**
   * Whether a watermark is added.
   * Default: false.
   * Source: gamma-1.1-t2v and gamma-1.0-t2v, watermark.
   */
  watermark?: boolean
}

/** gamma-1.1-t2v: Video from a prompt alone. */
export interface Gamma11T2vInput {
  /**
   * What to generate, in words.
   * A non-empty string.
   * Source: gamma-1.1-t2v and gamma-1.0-t2v, prompt.
   */
  prompt: string
  /**
   * Length of the video.
   * An integer from 3 to 15 s.
   * Default: 5.
   * Source: gamma-1.1-t2v and gamma-1.0-t2v, duration.
   */
  duration?: number
  /**
   * Width to height of the picture.
   * 16:9, 9:16, 1:1, 4:3, 3:4, 4:5, 5:4, 9:21 or 21:9.
   * Default: "16:9".
   * Source: gamma-1.1-t2v and gamma-1.0-t2v, aspect_ratio.
   */
  aspect_ratio?: ("16:9" | "9:16" | "1:1" | "4:3" | "3:4" | "4:5" | "5:4" | "9:21" | "21:9")
  /**
   * Size of the picture, by name.
   * 720P or 1080P.
   * Default: "1080P", which the client sends when it is left out.
   * Source: gamma-1.1-t2v and gamma-1.0-t2v, resolution.
   */
  resolution?: ("720P" | "1080P")
  /**
   * Seed of the generation.
   * An integer from 0 to 2147483647.
   * Source: gamma-1.1-t2v and gamma-1.0-t2v, seed.
   */
  seed?: number
  /**
   * Whether a watermark is added.
   * Default: false.
   * Source: gamma-1.1-t2v and gamma-1.0-t2v, watermark.
   */
  watermark?: boolean
}

/** hh-1.1-r2v-o: Video from a prompt and one to nine reference images. */
export interface Hh11R2vOInput<F = never> {
  /**
   * What to generate, in words.
   * A non-empty string.
   * Source: hh-1.1-r2v-o, prompt.
   */
  prompt: string
  /**
   * Images to use as references.
   * An array of 1 to 9 images (http or https URL).
   * Source: hh-1.1-r2v-o, reference_images.
   */
  reference_images: (string | F)[]
  /**
   * Length of the video.
   * An integer from 3 to 15 s.
   * Default: 5.
   * Source: hh-1.1-r2v-o, duration.
   */
  duration?: number
  /**
   * Width to height of the picture.
   * 16:9, 9:16, 3:4, 4:3, 4:5, 5:4, 1:1, 9:21 or 21:9.
   * Default: "16:9".
   * Source: hh-1.1-r2v-o, aspect_ratio.
   */
  aspect_ratio?: ("16:9" | "9:16" | "3:4" | "4:3" | "4:5" | "5:4" | "1:1" | "9:21" | "21:9")
  /**
   * Size of the picture, by name.
   * 720P or 1080P.
   * Default: "1080P", which the client sends when it is left out.
   * Source: hh-1.1-r2v-o, resolution.
   */
  resolution?: ("720P" | "1080P")
  /**
   * Seed of the generation.
   * An integer from 0 to 2147483647.
   * Source: hh-1.1-r2v-o, seed.
   */
  seed?: number
  /**
   * Whether a watermark is added.
   * Default: false.
   * Source: hh-1.1-r2v-o, watermark.
   */
  watermark?: boolean
}

/** delta2.7-r2v: Video from a prompt and one to three reference images. */
export interface Delta27R2vInput<F = never> {
  /**
   * What to generate, in words.
   * A non-empty string.
   * Source: delta2.7-r2v, prompt.
   */
  prompt: string
  /**
   * Images to use as references.
   * An array of 1 to 3 images (http or https URL).
   * Source: delta2.7-r2v, reference_images.
   */
  reference_images: (string | F)[]
  /**
   * Length of the video.
   * An integer from 4 to 15 s.
   * Default: 5, which the client sends when it is left out.
   * Source: delta2.7-r2v, duration.
   */
  duration?: number
  /**
   * Width to height of the picture.
   * 16:9, 9:16, 1:1, 4:3 or 3:4.
   * Default: "16:9".
   * Source: delta2.7-r2v, aspect_ratio.
   */
  aspect_ratio?: ("16:9" | "9:16" | "1:1" | "4:3" | "3:4")
  /**
   * Size of the picture, by name.
   * 720P or 1080P.
   * Default: "1080P".
   * Source: delta2.7-r2v, resolution.
   */
  resolution?: ("720P" | "1080P")
  /**
   * Seed of the generation.
   * An integer from 0 to 2147483647.
   * Source: delta2.7-r2v, seed.
   */
  seed?: number
  /**
   * Whether a watermark is added.
   * Default: false.
   * Source: delta2.7-r2v, watermark.
   */
  watermark?: boolean
}

/** delta3.0-prime-r2v: Video of up to 30 seconds from a prompt, one to ten reference images and, if wanted, videos and audio. */
export interface Delta30PrimeR2vInput<F = never> {
  /**
   * What to generate, in words.
   * A non-empty string.
   * Source: delta3.0-prime-r2v and delta3.0-r2v, prompt.
   */
  prompt: string
  /**
   * Images to use as references.
   * An array of 1 to 10 images (http or https URL).
   * Source: delta3.0-prime-r2v and delta3.0-r2v, reference_images.
   */
  reference_images: (string | F)[]
  /**
   * Videos to use as references.
   * An array of up to 5 videos (http or https URL).
   * Source: delta3.0-prime-r2v and delta3.0-r2v, reference_videos.
   */
  reference_videos?: (string | F)[]
  /**
   * Audio to use as a reference.
   * An array of up to 5 audio files (http or https URL).
   * Source: delta3.0-prime-r2v and delta3.0-r2v, reference_audios.
   */
  reference_audios?: (string | F)[]
  /**
   * Length of the video.
   * An integer from 3 to 30 s.
   * Source: delta3.0-prime-r2v and delta3.0-r2v, duration.
   */
  duration: number
  /**
   * Width to height of the picture.
   * 16:9 or 9:16.
   * Default: "16:9".
   * Source: delta3.0-prime-r2v and delta3.0-r2v, aspect_ratio.
   */
  aspect_ratio?: ("16:9" | "9:16")
  /**
   * Size of the picture, by name.
   * 480P, 720P or 1080P.
   * Source: delta3.0-prime-r2v and delta3.0-r2v, resolution.
   */
  resolution: ("480P" | "720P" | "1080P")
  /** Not a parameter of delta3.0-prime-r2v. */
  seed?: never
}

/** delta3.0-r2v: Video of up to 30 seconds from a prompt, one to ten reference images and, if wanted, videos and audio. */
export interface Delta30R2vInput<F = never> {
  /**
   * What to generate, in words.
   * A non-empty string.
   * Source: delta3.0-prime-r2v and delta3.0-r2v, prompt.
   */
  prompt: string
  /**
   * Images to use as references.
   * An array of 1 to 10 images (http or https URL).
   * Source: delta3.0-prime-r2v and delta3.0-r2v, reference_images.
   */
  reference_images: (string | F)[]
  /**
   * Videos to use as references.
   * An array of up to 5 videos (http or https URL).
   * Source: delta3.0-prime-r2v and delta3.0-r2v, reference_videos.
   */
  reference_videos?: (string | F)[]
  /**
   * Audio to use as a reference.
   * An array of up to 5 audio files (http or https URL).
   * Source: delta3.0-prime-r2v and delta3.0-r2v, reference_audios.
   */
  reference_audios?: (string | F)[]
  /**
   * Length of the video.
   * An integer from 3 to 30 s.
   * Source: delta3.0-prime-r2v and delta3.0-r2v, duration.
   */
  duration: number
  /**
   * Width to height of the picture.
   * 16:9 or 9:16.
   * Default: "16:9".
   * Source: delta3.0-prime-r2v and delta3.0-r2v, aspect_ratio.
   */
  aspect_ratio?: ("16:9" | "9:16")
  /**
   * Size of the picture, by name.
   * 480P, 720P or 1080P.
   * Source: delta3.0-prime-r2v and delta3.0-r2v, resolution.
   */
  resolution: ("480P" | "720P" | "1080P")
  /** Not a parameter of delta3.0-r2v. */
  seed?: never
}

/** epsilonO3: Video from a prompt and either a few reference images or a first and a last frame. */
export interface EpsilonO3Input<F = never> {
  /**
   * What to generate, in words.
   * A non-empty string.
   * Source: epsilonO3, prompt.
   */
  prompt: string
  /**
   * Images to use as references.
   * An array of up to 3 images (http or https URL).
   * Source: epsilonO3, reference_images.
   */
  reference_images?: (string | F)[]
  /**
   * Length of the video.
   * An integer from 3 to 15 s.
   * Default: 6.
   * Source: epsilonO3, duration.
   */
  duration?: number
  /**
   * Width to height of the picture.
   * 16:9, 9:16 or 1:1.
   * Default: "16:9".
   * Source: epsilonO3, aspect_ratio.
   */
  aspect_ratio?: ("16:9" | "9:16" | "1:1")
  /**
   * Size of the picture, by name.
   * 720p or 1080p.
   * Default: "720p".
   * Source: epsilonO3, resolution.
   */
  resolution?: ("720p" | "1080p")
  /**
   * The first frame of the video.
   * An array of at most 1 image (http or https URL).
   * Source: epsilonO3, first_image.
   */
  first_image?: (string | F)[]
  /**
   * The last frame of the video.
   * An array of at most 1 image (http or https URL).
   * Source: epsilonO3, last_image.
   */
  last_image?: (string | F)[]
  /**
   * Whether the video has sound.
   * Default: false.
   * Source: epsilonO3, generate_audio.
   */
  generate_audio?: boolean
  /**
   * How the images are used: image takes them as references, frame as a first or a first and last frame.
   * Image or frame.
   * Default: "image".
   * Source: epsilonO3, reference_mode.
   */
  reference_mode?: ("image" | "frame")
  /** Not a parameter of epsilonO3. */
  seed?: never
}

/** alpha_1_5_pro: Video with sound from a prompt and, if wanted, a first and a last frame. */
export interface Alpha15ProInput<F = never> {
  /**
   * What to generate, in words.
   * A non-empty string.
   * Source: alpha_1_5_pro, prompt.
   */
  prompt: string
  /**
   * Length of the video.
   * An integer from 4 to 12 s.
   * Default: 5, which the client sends when it is left out.
   * Source: alpha_1_5_pro, duration.
   */
  duration?: number
  /**
   * Width to height of the picture.
   * 16:9, 9:16, 1:1, adaptive, 4:3, 3:4 or 21:9.
   * Default: "16:9".
   * Source: alpha_1_5_pro, aspect_ratio.
   */
  aspect_ratio?: ("16:9" | "9:16" | "1:1" | "adaptive" | "4:3" | "3:4" | "21:9")
  /**
   * Size of the picture, by name.
   * 480p, 720p or 1080p.
   * Default: "720p".
   * Source: alpha_1_5_pro, resolution.
   */
  resolution?: ("480p" | "720p" | "1080p")
  /**
   * The first frame of the video.
   * An array of at most 1 image (http or https URL).
   * Source: alpha_1_5_pro, first_image.
   */
  first_image?: (string | F)[]
  /**
   * The last frame of the video.
   * An array of at most 1 image (http or https URL).
   * Source: alpha_1_5_pro, last_image.
   */
  last_image?: (string | F)[]
  /**
   * Whether the video has sound.
   * Default: true.
   * Source: alpha_1_5_pro, generate_audio.
   */
  generate_audio?: boolean
  /**
   * Official tool configuration.
   * An array; the form of its items is not shown.
   * Source: alpha_1_5_pro, tools.
   */
  tools?: JsonValue[]
  /** Not a parameter of alpha_1_5_pro. */
  seed?: never
}

/** video_30_10_10: Video of up to 30 seconds from a prompt and up to 30 images, 10 videos and 10 audio files. */
export interface Video301010Input<F = never> {
  /**
   * What to generate, in words.
   * A non-empty string.
   * Source: video_30_10_10, prompt.
   */
  prompt: string
  /**
   * Images to use as references.
   * An array of up to 30 images (http or https URL).
   * Links that check the referring page, need a login or carry a signature that soon expires are to be avoided.
   * Source: video_30_10_10, reference_images.
   */
  reference_images?: (string | F)[]
  /**
   * Videos to use as references.
   * An array of up to 10 videos (http or https URL).
   * Source: video_30_10_10, reference_videos.
   */
  reference_videos?: (string | F)[]
  /**
   * Audio to use as a reference.
   * An array of up to 10 audio files (http or https URL).
   * OGG can make a task fail with the message "invalid media type".
   * Source: video_30_10_10, reference_audios.
   */
  reference_audios?: (string | F)[]
  /**
   * Length of the video.
   * An integer from 4 to 30 s.
   * Default: 5, which the client sends when it is left out.
   * Source: video_30_10_10, duration.
   */
  duration?: number
  /**
   * Width to height of the picture.
   * 16:9, 9:16, 1:1, 21:9, 4:3 or 3:4.
   * Default: "16:9".
   * Source: video_30_10_10, aspect_ratio.
   */
  aspect_ratio?: ("16:9" | "9:16" | "1:1" | "21:9" | "4:3" | "3:4")
  /**
   * Size of the picture, by name.
   * 480p.
   * Source: video_30_10_10, resolution.
   */
  resolution: ("480p")
  /** Not a parameter of video_30_10_10. */
  seed?: never
}

/** zeta-H3_933_1080p: Video from a prompt that names its reference images, videos and audio with tokens. Visible, but not open to callers. */
export interface ZetaH39331080pInput<F = never> {
  /**
   * What to generate, in words.
   * A non-empty string.
   * Source: zeta-H3_933_1080p, prompt.
   */
  prompt: string
  /**
   * Images to use as references; the prompt names them with tokens.
   * An array of up to 9 images (http or https URL).
   * The description allows a public URL or base64, the note beside it asks for a public URL: prefer a URL.
   * Source: zeta-H3_933_1080p, reference_images.
   */
  reference_images?: (string | F)[]
  /**
   * Videos to use as references; the prompt names them with tokens.
   * An array of up to 3 videos (http or https URL).
   * Source: zeta-H3_933_1080p, reference_videos.
   */
  reference_videos?: (string | F)[]
  /**
   * Audio to use as a reference; the prompt names it with tokens.
   * An array of up to 3 audio files (http or https URL).
   * Source: zeta-H3_933_1080p, reference_audios.
   */
  reference_audios?: (string | F)[]
  /**
   * Length of the video.
   * An integer from 10 to 15 s.
   * Default: 10.
   * Source: zeta-H3_933_1080p, duration.
   */
  duration?: number
  /**
   * Width to height of the picture.
   * 16:9, 9:16, 1:1, 4:3, 3:4, 21:9, 3:2 or 2:3.
   * Source: zeta-H3_933_1080p, aspect_ratio.
   */
  aspect_ratio?: ("16:9" | "9:16" | "1:1" | "4:3" | "3:4" | "21:9" | "3:2" | "2:3")
  /**
   * Size of the picture, by name.
   * 1080p.
   * Source: zeta-H3_933_1080p, resolution.
   */
  resolution?: ("1080p")
  /** Not a parameter of zeta-H3_933_1080p. */
  seed?: never
}

/** sd_2.5_discount_v1 as it is sent. */
export interface Sd25DiscountV1Params extends Sd25DiscountV1Input {
  /**
   * Length of the video.
   * An integer from 4 to 30 s.
   * Default: 4, which the client sends when it is left out.
   * Source: sd_2.5_discount_v1, duration.
   */
  duration: number
}

/** sd_2.0_discount as it is sent. */
export interface Sd20DiscountParams extends Sd20DiscountInput {
  /**
   * Length of the video.
   * An integer from 4 to 15 s.
   * Default: 5, which the client sends when it is left out.
   * Source: sd_2.0_discount, duration.
   */
  duration: number
}

/** videos_900_720p-c1 as it is sent. */
export interface Videos900720pC1Params extends Videos900720pC1Input {
  /**
   * Size of the picture, by name.
   * 720p.
   * Default: "720p", which the client sends when it is left out.
   * Source: videos_900_720p-c1, resolution.
   */
  resolution: ("720p")
}

/** gamma-1.0-r2v as it is sent. */
export interface Gamma10R2vParams extends Gamma10R2vInput {
  /**
   * Size of the picture, by name.
   * 1080P or 720P.
   * Default: "1080P", which the client sends when it is left out.
   * Source: gamma-1.0-r2v, resolution.
   */
  resolution: ("1080P" | "720P")
}

/** gamma-1.0-i2v as it is sent. */
export interface Gamma10I2vParams extends Gamma10I2vInput {
  /**
   * Size of the picture, by name.
   * 720P or 1080P.
   * Default: "1080P", which the client sends when it is left out.
   * Source: gamma-1.0-i2v, resolution.
   */
  resolution: ("720P" | "1080P")
}

/** gamma-1.0-t2v as it is sent. */
export interface Gamma10T2vParams extends Gamma10T2vInput {
  /**
   * Size of the picture, by name.
   * 720P or 1080P.
   * Default: "1080P", which the client sends when it is left out.
   * Source: gamma-1.1-t2v and gamma-1.0-t2v, resolution.
   */
  resolution: ("720P" | "1080P")
}

/** gamma-1.1-t2v as it is sent. */
export interface Gamma11T2vParams extends Gamma11T2vInput {
  /**
   * Size of the picture, by name.
   * 720P or 1080P.
   * Default: "1080P", which the client sends when it is left out.
   * Source: gamma-1.1-t2v and gamma-1.0-t2v, resolution.
   */
  resolution: ("720P" | "1080P")
}

/** hh-1.1-r2v-o as it is sent. */
export interface Hh11R2vOParams extends Hh11R2vOInput {
  /**
   * Size of the picture, by name.
   * 720P or 1080P.
   * Default: "1080P", which the client sends when it is left out.
   * Source: hh-1.1-r2v-o, resolution.
   */
  resolution: ("720P" | "1080P")
}

/** delta2.7-r2v as it is sent. */
export interface Delta27R2vParams extends Delta27R2vInput {
  /**
   * Length of the video.
   * An integer from 4 to 15 s.
   * Default: 5, which the client sends when it is left out.
   * Source: delta2.7-r2v, duration.
   */
  duration: number
}

/** alpha_1_5_pro as it is sent. */
export interface Alpha15ProParams extends Alpha15ProInput {
  /**
   * Length of the video.
   * An integer from 4 to 12 s.
   * Default: 5, which the client sends when it is left out.
   * Source: alpha_1_5_pro, duration.
   */
  duration: number
}

/** video_30_10_10 as it is sent. */
export interface Video301010Params extends Video301010Input {
  /**
   * Length of the video.
   * An integer from 4 to 30 s.
   * Default: 5, which the client sends when it is left out.
   * Source: video_30_10_10, duration.
   */
  duration: number
}

/** The parameters of each model as they are sent: what is required is here. */
export interface ModelParams {
  "beta_5.0Pro": OpenParameters
  "beta-5.0": Beta50Input
  "sd_2.5_discount_v1": Sd25DiscountV1Params
  "sd_2.5_special_v1": OpenParameters
  "sd_2.0_fast_special": OpenParameters
  "sd_2.0_mini_special": OpenParameters
  "sd_2.0_special": OpenParameters
  "sd_2.0_discount": Sd20DiscountParams
  "sd_2.0_fast_discount": OpenParameters
  "sd_2.0_mini_discount": OpenParameters
  "alpha_1_5_pro_1080p": OpenParameters
  "alpha_1_5_pro_480p": Alpha15Pro480pInput
  "alpha_1_5_pro_720p": Alpha15Pro720pInput
  "zeta-H3-768p": ZetaH3768pInput
  "videos_10_0_0-720p": OpenParameters
  "videos_900_720p-c1": Videos900720pC1Params
  "gamma-1.0-r2v": Gamma10R2vParams
  "gamma-1.0-i2v": Gamma10I2vParams
  "gamma-1.0-t2v": Gamma10T2vParams
  "gamma-1.1-t2v": Gamma11T2vParams
  "hh-1.1-r2v-o": Hh11R2vOParams
  "delta2.7-r2v": Delta27R2vParams
  "delta3.0-prime-r2v": Delta30PrimeR2vInput
  "delta3.0-r2v": Delta30R2vInput
  "epsilonO3": EpsilonO3Input
  "alpha_1_5_pro": Alpha15ProParams
  "video_30_10_10": Video301010Params
  "zeta-H3_933_1080p": ZetaH39331080pInput
}

/** What a caller writes for each model: required parameters that have a default may be left out. `F` may stand beside references to files. */
export interface ModelInput<F = never> {
  "beta_5.0Pro": OpenParameters
  "beta-5.0": Beta50Input<F>
  "sd_2.5_discount_v1": Sd25DiscountV1Input<F>
  "sd_2.5_special_v1": OpenParameters
  "sd_2.0_fast_special": OpenParameters
  "sd_2.0_mini_special": OpenParameters
  "sd_2.0_special": OpenParameters
  "sd_2.0_discount": Sd20DiscountInput<F>
  "sd_2.0_fast_discount": OpenParameters
  "sd_2.0_mini_discount": OpenParameters
  "alpha_1_5_pro_1080p": OpenParameters
  "alpha_1_5_pro_480p": Alpha15Pro480pInput<F>
  "alpha_1_5_pro_720p": Alpha15Pro720pInput<F>
  "zeta-H3-768p": ZetaH3768pInput<F>
  "videos_10_0_0-720p": OpenParameters
  "videos_900_720p-c1": Videos900720pC1Input<F>
  "gamma-1.0-r2v": Gamma10R2vInput<F>
  "gamma-1.0-i2v": Gamma10I2vInput<F>
  "gamma-1.0-t2v": Gamma10T2vInput
  "gamma-1.1-t2v": Gamma11T2vInput
  "hh-1.1-r2v-o": Hh11R2vOInput<F>
  "delta2.7-r2v": Delta27R2vInput<F>
  "delta3.0-prime-r2v": Delta30PrimeR2vInput<F>
  "delta3.0-r2v": Delta30R2vInput<F>
  "epsilonO3": EpsilonO3Input<F>
  "alpha_1_5_pro": Alpha15ProInput<F>
  "video_30_10_10": Video301010Input<F>
  "zeta-H3_933_1080p": ZetaH39331080pInput<F>
}

/** The parameters that change what a task of each model costs. */
export interface CostParameters {
  "beta_5.0Pro": never
  "beta-5.0": never
  "sd_2.5_discount_v1": "duration"
  "sd_2.5_special_v1": never
  "sd_2.0_fast_special": never
  "sd_2.0_mini_special": never
  "sd_2.0_special": never
  "sd_2.0_discount": "duration"
  "sd_2.0_fast_discount": never
  "sd_2.0_mini_discount": never
  "alpha_1_5_pro_1080p": never
  "alpha_1_5_pro_480p": "duration"
  "alpha_1_5_pro_720p": "duration"
  "zeta-H3-768p": "duration"
  "videos_10_0_0-720p": never
  "videos_900_720p-c1": "duration"
  "gamma-1.0-r2v": "duration"
  "gamma-1.0-i2v": "duration"
  "gamma-1.0-t2v": "duration"
  "gamma-1.1-t2v": "duration"
  "hh-1.1-r2v-o": "duration"
  "delta2.7-r2v": "duration"
  "delta3.0-prime-r2v": "duration"
  "delta3.0-r2v": "duration"
  "epsilonO3": "duration"
  "alpha_1_5_pro": "duration"
  "video_30_10_10": "duration"
  "zeta-H3_933_1080p": "duration"
}

/** What submit and query answer. Fields, states and resource types that are not named here may come too and are carried on. */
export interface Task {
  /** Id of the task; asks for its status and result. */
  id: string
  /** Type of the resource: video or image. Other words are possible. */
  object: "video" | "image" | (string & {})
  /** When the task was made, as a Unix timestamp. */
  created: number
  /** The model of the request. */
  model: string
  /** How far the task is. */
  status: TaskStatus | (string & {})
  /** How much is done; usually there in answers to a query. */
  progress?: JsonValue | undefined
  /** Where the result is, for any kind of model. The URL expires. */
  result_url?: string
  /** Where the video is. The URL expires. */
  video_url?: string
  /** Where the image is. The URL expires. */
  image_url?: string
  /** Credits the task used. */
  amount?: JsonValue | undefined
  /** Duration the task used. */
  actualDuration?: JsonValue | undefined
  /** Where the result is at its origin. May be there once the task is completed. */
  upstream_url?: JsonValue | undefined
  /** Where the results are at their origin. May be there once the task is completed. */
  upstream_urls?: JsonValue | undefined
  /** Why the task failed: a message. Usually null before. */
  error?: JsonValue | undefined
}

/** The Task of a video model. */
export interface VideoTask extends Task {
  object: "video"
}

/** The Task of an image model. */
export interface ImageTask extends Task {
  object: "image"
}

/** The Task of an audio model. */
export interface AudioTask extends Task {
  object: "audio"
}

/** The Task of a mesh model. */
export interface MeshTask extends Task {
  object: "mesh"
}

/** The id of every model of the catalogue. */
export type ModelId = keyof ModelParams
/** The models that can be invoked: all but those that are visible and unavailable. */
export type InvocableModelId = "beta_5.0Pro" | "beta-5.0" | "sd_2.5_discount_v1" | "sd_2.5_special_v1" | "sd_2.0_fast_special" | "sd_2.0_mini_special" | "sd_2.0_special" | "sd_2.0_discount" | "sd_2.0_fast_discount" | "sd_2.0_mini_discount" | "alpha_1_5_pro_1080p" | "alpha_1_5_pro_480p" | "alpha_1_5_pro_720p" | "zeta-H3-768p" | "videos_10_0_0-720p" | "videos_900_720p-c1" | "gamma-1.0-r2v" | "gamma-1.0-i2v" | "gamma-1.0-t2v" | "gamma-1.1-t2v" | "hh-1.1-r2v-o" | "delta2.7-r2v" | "delta3.0-prime-r2v" | "delta3.0-r2v" | "epsilonO3" | "alpha_1_5_pro" | "video_30_10_10"
/** The models that make videos. */
export type VideoModelId = "sd_2.5_discount_v1" | "sd_2.5_special_v1" | "sd_2.0_fast_special" | "sd_2.0_mini_special" | "sd_2.0_special" | "sd_2.0_discount" | "sd_2.0_fast_discount" | "sd_2.0_mini_discount" | "alpha_1_5_pro_1080p" | "alpha_1_5_pro_480p" | "alpha_1_5_pro_720p" | "zeta-H3-768p" | "videos_10_0_0-720p" | "videos_900_720p-c1" | "gamma-1.0-r2v" | "gamma-1.0-i2v" | "gamma-1.0-t2v" | "gamma-1.1-t2v" | "hh-1.1-r2v-o" | "delta2.7-r2v" | "delta3.0-prime-r2v" | "delta3.0-r2v" | "epsilonO3" | "alpha_1_5_pro" | "video_30_10_10" | "zeta-H3_933_1080p"
/** The models that make images. */
export type ImageModelId = "beta_5.0Pro" | "beta-5.0"
/** The models that make audio. */
export type AudioModelId = never
/** The models that make 3D models. */
export type MeshModelId = never
/** As much of a request as its cost depends on; the rest may be there too. */
export type CostInput<M extends ModelId> = Pick<ModelInput<unknown>[M], CostParameters[M] & keyof ModelInput[M]> & Partial<ModelInput<unknown>[M]>
/** Parameters of a model that is listed without a reference: nothing is known of them. */
export type OpenParameters = { [parameter: string]: JsonValue }
/** The states a task can be in. */
export type TaskStatus = "queued" | "processing" | "completed" | "failed"

/** The body of a submit request for one model, or for any. */
export type SubmitRequest<M extends ModelId = ModelId> = M extends ModelId ? { model: M } & ModelParams[M] : never

/** The Task that a model answers with. */
export type TaskOf<M extends ModelId> = M extends ImageModelId
  ? ImageTask
  : M extends AudioModelId
    ? AudioTask
    : M extends MeshModelId
      ? MeshTask
      : VideoTask

/** What is known of a model without its limits. */
export interface ModelFacts {
  kind: ModelKind
  /** Absent where it is not shown. */
  displayName?: string
  /** Whether the published list names it. */
  listed: boolean
  /** Whether its parameters are known. */
  reference: boolean
  available: boolean
  /** Why it is not available. */
  reason?: string
  /** Whether assetId://{id} may stand for a media URL; false where it is not shown. */
  assetLibrary: boolean
  /** Names of the parameters, in the order of the model's table. */
  parameters: readonly string[]
  /** Values of the required parameters that have a default. */
  defaults: { readonly [parameter: string]: JsonValue }
  /** Fields of the Task that only some models have. */
  responseExtras: readonly string[]
}

/** What is known of each model, by id. */
export declare const models: { readonly [M in ModelId]: ModelFacts }
/** The version of the catalogue. */
export declare const version: string

/** An integer; named in the error about a literal number that is not one. */
export interface Integer {
  readonly 'must be an integer': true
}

/** An integer from 0 up; named in the error about a literal number that is not one. */
export interface NonNegativeInteger {
  readonly 'must be an integer, at least 0': true
}

/** The parameters that are numbers in many models: the literal numbers that `InRange` checks. */
export type NumericParameter = "duration" | "seed"

/** The numbers each model accepts. */
export interface ModelRanges {
  "beta_5.0Pro": { duration: unknown; seed: unknown }
  "beta-5.0": { duration: never; seed: never }
  "sd_2.5_discount_v1": { duration: 4 | 5 | 6 | 7 | 8 | 9 | 10 | 11 | 12 | 13 | 14 | 15 | 16 | 17 | 18 | 19 | 20 | 21 | 22 | 23 | 24 | 25 | 26 | 27 | 28 | 29 | 30; seed: Integer }
  "sd_2.5_special_v1": { duration: unknown; seed: unknown }
  "sd_2.0_fast_special": { duration: unknown; seed: unknown }
  "sd_2.0_mini_special": { duration: unknown; seed: unknown }
  "sd_2.0_special": { duration: unknown; seed: unknown }
  "sd_2.0_discount": { duration: 4 | 5 | 6 | 7 | 8 | 9 | 10 | 11 | 12 | 13 | 14 | 15; seed: Integer }
  "sd_2.0_fast_discount": { duration: unknown; seed: unknown }
  "sd_2.0_mini_discount": { duration: unknown; seed: unknown }
  "alpha_1_5_pro_1080p": { duration: unknown; seed: unknown }
  "alpha_1_5_pro_480p": { duration: 4 | 5 | 6 | 7 | 8 | 9 | 10 | 11; seed: never }
  "alpha_1_5_pro_720p": { duration: 4 | 5 | 6 | 7 | 8 | 9 | 10 | 11; seed: never }
  "zeta-H3-768p": { duration: 10 | 11 | 12 | 13 | 14 | 15; seed: never }
  "videos_10_0_0-720p": { duration: unknown; seed: unknown }
  "videos_900_720p-c1": { duration: 15; seed: never }
  "gamma-1.0-r2v": { duration: 3 | 4 | 5 | 6 | 7 | 8 | 9 | 10 | 11 | 12 | 13 | 14 | 15; seed: NonNegativeInteger }
  "gamma-1.0-i2v": { duration: 3 | 4 | 5 | 6 | 7 | 8 | 9 | 10 | 11 | 12 | 13 | 14 | 15; seed: NonNegativeInteger }
  "gamma-1.0-t2v": { duration: 3 | 4 | 5 | 6 | 7 | 8 | 9 | 10 | 11 | 12 | 13 | 14 | 15; seed: NonNegativeInteger }
  "gamma-1.1-t2v": { duration: 3 | 4 | 5 | 6 | 7 | 8 | 9 | 10 | 11 | 12 | 13 | 14 | 15; seed: NonNegativeInteger }
  "hh-1.1-r2v-o": { duration: 3 | 4 | 5 | 6 | 7 | 8 | 9 | 10 | 11 | 12 | 13 | 14 | 15; seed: NonNegativeInteger }
  "delta2.7-r2v": { duration: 4 | 5 | 6 | 7 | 8 | 9 | 10 | 11 | 12 | 13 | 14 | 15; seed: NonNegativeInteger }
  "delta3.0-prime-r2v": { duration: 3 | 4 | 5 | 6 | 7 | 8 | 9 | 10 | 11 | 12 | 13 | 14 | 15 | 16 | 17 | 18 | 19 | 20 | 21 | 22 | 23 | 24 | 25 | 26 | 27 | 28 | 29 | 30; seed: never }
  "delta3.0-r2v": { duration: 3 | 4 | 5 | 6 | 7 | 8 | 9 | 10 | 11 | 12 | 13 | 14 | 15 | 16 | 17 | 18 | 19 | 20 | 21 | 22 | 23 | 24 | 25 | 26 | 27 | 28 | 29 | 30; seed: never }
  "epsilonO3": { duration: 3 | 4 | 5 | 6 | 7 | 8 | 9 | 10 | 11 | 12 | 13 | 14 | 15; seed: never }
  "alpha_1_5_pro": { duration: 4 | 5 | 6 | 7 | 8 | 9 | 10 | 11 | 12; seed: never }
  "video_30_10_10": { duration: 4 | 5 | 6 | 7 | 8 | 9 | 10 | 11 | 12 | 13 | 14 | 15 | 16 | 17 | 18 | 19 | 20 | 21 | 22 | 23 | 24 | 25 | 26 | 27 | 28 | 29 | 30; seed: never }
  "zeta-H3_933_1080p": { duration: 10 | 11 | 12 | 13 | 14 | 15; seed: never }
}

/**
 * Rejects literal numbers that are out of range for the model `M`; a computed `number` passes. Intersect it with the input:
 * `<M extends ModelId, const D>(model: M, input: ModelInput[M] & InRange<M, { duration: D }>)`.
 */
export type InRange<M extends ModelId, Given> = {
  [K in NumericParameter]?: K extends keyof Given ? Ranged<ModelRanges[M][K], Given[K]> : unknown
}
type Ranged<R, V> = number extends V ? V : V extends R ? V : NotInRange<R, V>
type NotInRange<R, V> = [R] extends [number]
  ? R
  : `${V & number}` extends `${string}.${string}` | (R extends Integer ? never : `-${string}`)
    ? R
    : V
/** The ids of all models, listed ones first. */
export declare const modelIds: readonly ["beta_5.0Pro", "beta-5.0", "sd_2.5_discount_v1", "sd_2.5_special_v1", "sd_2.0_fast_special", "sd_2.0_mini_special", "sd_2.0_special", "sd_2.0_discount", "sd_2.0_fast_discount", "sd_2.0_mini_discount", "alpha_1_5_pro_1080p", "alpha_1_5_pro_480p", "alpha_1_5_pro_720p", "zeta-H3-768p", "videos_10_0_0-720p", "videos_900_720p-c1", "gamma-1.0-r2v", "gamma-1.0-i2v", "gamma-1.0-t2v", "gamma-1.1-t2v", "hh-1.1-r2v-o", "delta2.7-r2v", "delta3.0-prime-r2v", "delta3.0-r2v", "epsilonO3", "alpha_1_5_pro", "video_30_10_10", "zeta-H3_933_1080p"]
