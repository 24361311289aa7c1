import type { LanguageCode } from './code.js'

const chinese: Record<string, string> = {
  'The Task of this model has object image and image_url.': '此模型的任务，object 为 image，并带有 image_url。',
  'Uploading media to the asset library first avoids failures in review.':
    '先把素材上传到素材库，可避免任务因审核而失败。',
  'Images and audio cannot be sent as base64; use a public URL or an asset id.':
    '图片和音频不能以 base64 发送；请使用公开的 URL 或素材 ID。',
  'With references, one to thirty images are taken.': '作为参考时，可用 1 到 30 张图片。',
  'The rules for the prompt and for images are those of sd_2.0_discount, items 1 and 2. Its other rules are not taken over.':
    '提示词与图片的规则即 sd_2.0_discount 的第 1、2 条；其余规则不适用。',
  'What the default of -1 means is not shown.': '接口没有说明默认值 -1 的含义。',
  'A first frame is one image, first and last frames are two, references are one to nine images.':
    '首帧为 1 张图片，首尾帧为 2 张，参考图为 1 到 9 张。',
  'Fields, limits and tokens are those of zeta-H3_933_1080p; only the resolution differs.':
    '字段、限制与引用写法同 zeta-H3_933_1080p，只有分辨率不同。',
  'The description allows a public URL or base64, the note beside it asks for a public URL: prefer a URL.':
    '说明允许公开的 URL 或 base64，旁边的备注则要求公开的 URL：请优先使用 URL。',
  'Follows hh-1.1-r2v-o; only the default of watermark and the order of resolution differ.':
    '同 hh-1.1-r2v-o，只有 watermark 的默认值和 resolution 的顺序不同。',
  'Links that check the referring page, need a login or carry a signature that soon expires are to be avoided.':
    '避免使用检查来源页面、需要登录，或带有很快过期的签名的链接。',
  'OGG can make a task fail with the message "invalid media type".':
    'OGG 可能使任务失败，消息为 “invalid media type”。',
}

const texts: Partial<Record<LanguageCode, Record<string, string>>> = { zh: chinese }

/** A note of the catalogue in a language; undefined where it has no translation, so that a page can say which language it shows. */
export const noteIn = (text: string, code: LanguageCode): string | undefined =>
  code === 'en' ? text : texts[code]?.[text]
