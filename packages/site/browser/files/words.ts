/** Whether this is a page in Chinese. */
export const inChinese = document.documentElement.lang.startsWith('zh')

const english = {
  colon: ': ',
  unreadable: 'The file cannot be read.',
  unknownFormat: 'not a picture, video or sound of a known format',
  urlsOnly: 'This parameter accepts public URLs only. Put the file on a host of your own and paste its URL.',
}

const chinese: typeof english = {
  colon: '：',
  unreadable: '无法读取此文件。',
  unknownFormat: '不是已知格式的图片、视频或音频',
  urlsOnly: '此参数只接受公开的 URL。请把文件放在自己的主机上并粘贴其 URL。',
}

export const words = inChinese ? chinese : english
