import { inChinese } from '../in-chinese.js'

const english = {
  colon: ': ',
  empty: 'The file is empty.',
  unreadable: 'It cannot be read. Choose a file, not a folder, that is still in its place.',
  unknownFormat: 'not a picture, video or sound of a known format',
  urlsOnly: 'This parameter accepts public URLs only. Put the file on a host of your own and paste its URL.',
}

const chinese: typeof english = {
  colon: '：',
  empty: '文件为空。',
  unreadable: '无法读取。请选择文件而不是文件夹，并确认文件仍在原处。',
  unknownFormat: '不是已知格式的图片、视频或音频',
  urlsOnly: '此参数只接受公开的 URL。请把文件放在自己的主机上并粘贴其 URL。',
}

export const words = inChinese ? chinese : english
