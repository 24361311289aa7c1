import type { LanguageCode } from './code.js'

/** What a parameter is called and what it is for, in a language other than the catalogue's. */
interface ParameterText {
  /** Words it is looked for by. */
  words: string
  description: string
}

const chinese: Record<string, ParameterText> = {
  prompt: { words: '提示词', description: '用文字描述要生成的内容。' },
  reference_images: { words: '参考图 图片', description: '作为参考的图片。' },
  reference_videos: { words: '参考视频', description: '作为参考的视频。' },
  reference_audios: { words: '参考音频', description: '作为参考的音频。' },
  first_image: { words: '首帧', description: '视频的首帧。' },
  last_image: { words: '尾帧', description: '视频的尾帧。' },
  duration: { words: '时长 秒', description: '视频的时长。' },
  aspect_ratio: { words: '宽高比 比例', description: '画面的宽高比。' },
  size: { words: '尺寸', description: '画面的尺寸或宽高比，或选择方式的名称。' },
  resolution: { words: '分辨率 清晰度', description: '画面大小的名称。' },
  generate_audio: { words: '声音', description: '视频是否带声音。' },
  watermark: { words: '水印', description: '是否添加水印。' },
  seed: { words: '种子', description: '生成所用的种子。' },
  tools: { words: '工具', description: '官方工具配置。' },
  reference_mode: { words: '参考方式', description: '图片的用法：image 作为参考，frame 作为首帧或首尾帧。' },
}

const texts: Partial<Record<LanguageCode, Record<string, ParameterText>>> = { zh: chinese }

/** What a parameter is for; in a language without a text of its own, what the catalogue says. */
export const parameterDescription = (parameter: { name: string; description: string }, code: LanguageCode): string =>
  texts[code]?.[parameter.name]?.description ?? parameter.description

/** Words of the language by which a parameter is looked for beside its name. */
export const parameterWords = (name: string, code: LanguageCode): string => texts[code]?.[name]?.words ?? ''
