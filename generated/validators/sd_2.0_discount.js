// Made by the generator from spec/. Do not edit.
const constant1 = [11904,12245,12293,12293,12295,12295,12321,12329,12344,12347,13312,19903,19968,40959,63744,64217,94178,94179,94192,94198,131072,210041]
const constant2 = [65,90,97,122,170,170,186,186,192,214,216,246,248,696,736,740,7424,7461,7468,7516,7522,7525,7531,7543,7545,7614,7680,7935,8305,8305,8319,8319,8336,8348,8490,8491,8498,8498,8526,8526,8579,8580,11360,11391,42786,42887,42891,43007,43824,43866,43868,43876,43878,43881,64256,64262,65313,65338,65345,65370,67456,67461,67463,67504,67506,67514,122624,122654,122661,122666]
const constant3 = [9,13,32,32,133,133,160,160,5760,5760,8192,8202,8232,8233,8239,8239,8287,8287,12288,12288]
const constant4 = [["prompt-han-limit",1,500,1,0],["prompt-word-limit",3,1000,1,0],["prompt-length",0,500,0,1]]
const constant5 = /^([Hh][Tt][Tt][Pp][Ss]?:\/\/([^\x00-\x20\x7F-\xA0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff/?#@\\]*@)?(\[[0-9A-Fa-f:.]+\]|[^\x00-\x20\x7F-\xA0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff/?#@:%<>^|\[\]\\]+)(:[0-9]{0,5})?([/?#][^\x00-\x20\x7F-\xA0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff]*)?|assetId:\/\/[^\x00-\x20\x7F-\xA0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff]+)$/
const constant6 = ["url","asset"]
const constant7 = ["16:9","9:16","1:1","4:3","3:4","21:9","adaptive"]
const constant8 = ["480p","720p","1080p"]
const constant9 = ["first_image","last_image","reference_images","reference_videos","reference_audios"]
const constant10 = ["reference_audios","reference_images","reference_videos"]
const constant11 = ["last_image","first_image"]
function broken(findings, rule, names, values) {
    const parameters = names.filter((_, index) => {
        const value = values[index];
        return value !== undefined && value !== null && !(Array.isArray(value) && value.length === 0);
    });
    report(findings, rule, '/' + (parameters[0] ?? names[0]), { parameters });
}
function choice(findings, name, value, required, type, allowed) {
    if (typed(findings, name, value, required, type) && !allowed.includes(value))
        report(findings, 'enum', '/' + name, { allowed: [...allowed] });
}
function codePoints(string) {
    let count = 0;
    for (const _ of string)
        count++;
    return count;
}
function filled(value) {
    return Array.isArray(value) && value.length > 0;
}
function integer(findings, name, value, required, minimum, maximum) {
    if (typed(findings, name, value, required, 'integer'))
        range(findings, name, value, 'imum', minimum, maximum);
}
function media(findings, name, value, required, minimum, maximum, pattern, accepts) {
    if (!typed(findings, name, value, required, 'array'))
        return;
    const items = value;
    range(findings, name, items.length, '-items', minimum, maximum);
    for (let index = 0; index < items.length && index < maximum; index++) {
        const item = items[index];
        if (typeof item !== 'string')
            report(findings, 'type', '/' + name + '/' + index, { type: 'string' });
        else if (!pattern.test(item))
            report(findings, 'media-reference', '/' + name + '/' + index, { accepts: [...accepts] });
        else if (accepts.includes('data') && /^data:/i.test(item))
            report(findings, 'media-base64', '/' + name + '/' + index, {});
    }
}
function present(findings, name, value, required) {
    if (value === undefined) {
        if (required)
            report(findings, 'required', '/' + name, { parameter: name });
        return false;
    }
    if (value === null) {
        report(findings, 'null', '/' + name, {});
        return false;
    }
    return true;
}
function promptLimits(findings, name, string, limits, han, latin, space) {
    const counts = [0, 0, 0, 0];
    let inWord = false;
    for (const character of string) {
        const point = character.codePointAt(0);
        counts[0]++;
        counts[within(point, han) ? 1 : 2]++;
        if (inWord)
            inWord = !within(point, space);
        else if (within(point, latin)) {
            inWord = true;
            counts[3]++;
        }
    }
    const told = [];
    let refused = false;
    for (const [rule, count, max, error, onlyWithHan] of limits) {
        if (counts[count] <= max || told.includes(rule) || (refused && !error) || (onlyWithHan && !counts[1]))
            continue;
        told.push(rule);
        if (error)
            refused = true;
        report(findings, rule, '/' + name, { limit: max, count: ['code-points', 'han', 'non-han', 'words'][count], actual: counts[count] });
    }
}
function range(findings, name, value, unit, minimum, maximum) {
    if (value < minimum)
        report(findings, 'min' + unit, '/' + name, { limit: minimum });
    else if (value > maximum)
        report(findings, 'max' + unit, '/' + name, { limit: maximum });
    else
        return true;
    return false;
}
function report(findings, rule, path, params) {
    findings.push({ rule, path, params });
}
function text(findings, name, value, required, minimum, maximum) {
    if (!typed(findings, name, value, required, 'string'))
        return false;
    const string = value;
    let length = string.length;
    if (length > maximum || length < 2 * minimum)
        length = codePoints(string);
    return range(findings, name, length, '-length', minimum, maximum);
}
function typed(findings, name, value, required, type) {
    if (!present(findings, name, value, required))
        return false;
    if (type === 'integer' ? Number.isInteger(value) : type === 'array' ? Array.isArray(value) : typeof value === type)
        return true;
    report(findings, 'type', '/' + name, { type });
    return false;
}
function unknownParameter(findings, name) {
    report(findings, 'unknown-parameter', '/' + name.replace(/~/g, '~0').replace(/\//g, '~1'), { parameter: name });
}
function within(point, ranges) {
    for (let index = 0; index < ranges.length && point >= ranges[index]; index += 2) {
        if (point <= ranges[index + 1])
            return true;
    }
    return false;
}
export function validate(data) {
const findings = []
let $prompt
let $reference_images
let $reference_videos
let $reference_audios
let $duration
let $aspect_ratio
let $resolution
let $seed
let $first_image
let $last_image
let $generate_audio
let $tools
let $watermark
for (const key of Object.keys(data)) switch (key) {
  case "model": break
  case "prompt": $prompt = data[key]; break
  case "reference_images": $reference_images = data[key]; break
  case "reference_videos": $reference_videos = data[key]; break
  case "reference_audios": $reference_audios = data[key]; break
  case "duration": $duration = data[key]; break
  case "aspect_ratio": $aspect_ratio = data[key]; break
  case "resolution": $resolution = data[key]; break
  case "seed": $seed = data[key]; break
  case "first_image": $first_image = data[key]; break
  case "last_image": $last_image = data[key]; break
  case "generate_audio": $generate_audio = data[key]; break
  case "tools": $tools = data[key]; break
  case "watermark": $watermark = data[key]; break
  default: if (data[key] !== undefined) unknownParameter(findings, key)
}
text(findings, "prompt", $prompt, 1, 1, Infinity)
if (typeof $prompt === "string" && $prompt.length > 500) promptLimits(findings, "prompt", $prompt, constant4, constant1, constant2, constant3)
media(findings, "reference_images", $reference_images, 0, 0, 9, constant5, constant6)
media(findings, "reference_videos", $reference_videos, 0, 0, 3, constant5, constant6)
media(findings, "reference_audios", $reference_audios, 0, 0, 3, constant5, constant6)
integer(findings, "duration", $duration, 1, 4, 15)
choice(findings, "aspect_ratio", $aspect_ratio, 0, "string", constant7)
choice(findings, "resolution", $resolution, 0, "string", constant8)
integer(findings, "seed", $seed, 0, -Infinity, Infinity)
media(findings, "first_image", $first_image, 0, 0, 1, constant5, constant6)
media(findings, "last_image", $last_image, 0, 0, 1, constant5, constant6)
typed(findings, "generate_audio", $generate_audio, 0, "boolean")
typed(findings, "tools", $tools, 0, "array")
typed(findings, "watermark", $watermark, 0, "boolean")
if (!(!(!filled($first_image) && !filled($last_image)) ? (!filled($reference_images) && !filled($reference_videos) && !filled($reference_audios)) : true)) broken(findings, "scenarios-mixed", constant9, [$first_image, $last_image, $reference_images, $reference_videos, $reference_audios])
if (!!($reference_audios !== undefined && ((Array.isArray($reference_audios) && $reference_audios.length >= 1) && ($reference_images === undefined || (Array.isArray($reference_images) && $reference_images.length <= 0)) && ($reference_videos === undefined || (Array.isArray($reference_videos) && $reference_videos.length <= 0))))) broken(findings, "audio-alone", constant10, [$reference_audios, $reference_images, $reference_videos])
if (!(!!filled($last_image) ? ($first_image !== undefined && (!Array.isArray($first_image) || $first_image.length >= 1)) : true)) broken(findings, "last-image-alone", constant11, [$last_image, $first_image])
return findings
}
export const facts = {"model":"sd_2.0_discount","section":"sd_2.0_discount","kind":"video","available":true,"reference":true,"assetLibrary":true,"parameters":["prompt","reference_images","reference_videos","reference_audios","duration","aspect_ratio","resolution","seed","first_image","last_image","generate_audio","tools","watermark"],"defaults":{"duration":5},"rules":{"scenarios-mixed":{"severity":"error","message":"frames and references cannot be combined; send either first_image and last_image, or reference images, videos and audio","source":"sd_2.0_discount, item 6"},"audio-alone":{"severity":"error","message":"audio cannot be sent alone; add at least one reference image or reference video","source":"sd_2.0_discount, item 7"},"last-image-alone":{"severity":"advice","message":"a last frame without a first frame is no scenario the interface describes; add first_image","source":"sd_2.0_discount, item 3"}},"sources":{"prompt-han-limit":"sd_2.0_discount, item 1","prompt-word-limit":"sd_2.0_discount, item 1","prompt-length":"sd_2.0_discount, item 1"}}
export default validate
