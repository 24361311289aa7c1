import { ebml } from './ebml.js'
import type { Format } from './format.js'
import { gif } from './gif.js'
import { glb } from './glb.js'
import { isoMedia } from './iso-media.js'
import { jpeg } from './jpeg.js'
import { mp3 } from './mp3.js'
import { ogg } from './ogg.js'
import { png } from './png.js'
import { riff } from './riff.js'

/** Every format whose files can prove that they are cut. */
export const formats: readonly Format[] = [isoMedia, png, jpeg, gif, riff, glb, ebml, ogg, mp3]
