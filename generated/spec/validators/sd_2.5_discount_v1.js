// Made by the generator from spec/. Do not edit.
const constant0 = [11904,342,47,1,1,1,25,9,14,4,964,6592,64,20992,22784,474,29960,2,12,7,36873,78970]
const constant1 = [65,26,6,26,47,1,15,1,5,23,1,31,1,449,39,5,6683,38,6,49,5,4,5,13,1,70,65,256,369,1,13,1,16,13,141,2,6,1,27,1,52,2,2779,32,31394,102,3,117,816,43,1,9,1,4,20374,7,1050,26,6,26,2085,6,1,42,1,9,55109,31,6,6]
const constant2 = [9,5,18,1,100,1,26,1,5599,1,2431,11,29,2,5,1,47,1,4000,1]
const constant3 = [["prompt-han-limit","han",500,1,0],["prompt-word-limit","words",1000,1,0],["prompt-length","code-points",500,0,1]]
const constant4 = /^([Hh][Tt][Tt][Pp][Ss]?:\/\/([^\x00-\x20\x7F-\xA0\s/?#@\\]*@)?(\[[0-9A-Fa-f:.]+\]|[^\x00-\x20\x7F-\xA0\s/?#@:%<>^|\[\]\\]+)(:[0-9]{0,5})?([/?#][^\x00-\x20\x7F-\xA0\s]*)?|assetId:\/\/[^\x00-\x20\x7F-\xA0\s]+)$/
const constant5 = ["url","asset"]
const constant6 = ["16:9","9:16","1:1","4:3","3:4","21:9","adaptive"]
const constant7 = ["480p","720p","1080p"]
function report(findings, rule, place, params) {
    findings.push({ rule, path: '/' + place, params });
}
function unknownParameter(findings, name) {
    report(findings, 'unknown-parameter', name.replace(/~/g, '~0').replace(/\//g, '~1'), { parameter: name });
}
function present(findings, name, value, required) {
    if (value === undefined) {
        if (required)
            report(findings, 'required', name, { parameter: name });
        return false;
    }
    if (value === null) {
        report(findings, 'null', name, {});
        return false;
    }
    return true;
}
function typed(findings, name, value, required, type) {
    if (!present(findings, name, value, required))
        return false;
    if (type === 'integer' ? Number.isInteger(value) : type === 'array' ? Array.isArray(value) : typeof value === type)
        return true;
    report(findings, 'type', name, { type });
    return false;
}
function range(findings, name, value, unit, minimum, maximum) {
    if (value < minimum)
        report(findings, 'min' + unit, name, { limit: minimum });
    else if (value > maximum)
        report(findings, 'max' + unit, name, { limit: maximum });
}
function integer(findings, name, value, required, minimum, maximum) {
    if (typed(findings, name, value, required, 'integer'))
        range(findings, name, value, 'imum', minimum, maximum);
}
function choice(findings, name, value, required, type, allowed) {
    if (typed(findings, name, value, required, type) && !allowed.includes(value))
        report(findings, 'enum', name, { allowed: [...allowed] });
}
function nonEmpty(findings, name, value, required) {
    if (typed(findings, name, value, required, 'string') && value === '')
        report(findings, 'min-length', name, { limit: 1 });
}
function media(findings, name, value, required, minimum, maximum, pattern, accepts) {
    if (!typed(findings, name, value, required, 'array'))
        return;
    const items = value;
    range(findings, name, items.length, '-items', minimum, maximum);
    for (let index = 0; index < items.length && index < maximum; index++) {
        const item = items[index];
        if (typeof item !== 'string')
            report(findings, 'type', name + '/' + index, { type: 'string' });
        else if (!pattern.test(item))
            report(findings, 'media-reference', name + '/' + index, { accepts: [...accepts] });
    }
}
function within(point, distances) {
    let border = 0;
    let inside = false;
    for (const distance of distances) {
        border += distance;
        if (point < border)
            return inside;
        inside = !inside;
    }
    return false;
}
function promptLimits(findings, name, string, limits, han, latin, space) {
    let points = 0;
    let ideographs = 0;
    let words = 0;
    let inWord = false;
    for (const character of string) {
        const point = character.codePointAt(0);
        points++;
        if (within(point, han))
            ideographs++;
        if (inWord)
            inWord = !within(point, space);
        else if (within(point, latin)) {
            inWord = true;
            words++;
        }
    }
    const counts = { 'code-points': points, han: ideographs, 'non-han': points - ideographs, words };
    const told = [];
    let refused = false;
    for (const [rule, count, limit, error, onlyWithHan] of limits) {
        const actual = counts[count];
        if (actual <= limit || told.includes(rule) || (refused && !error) || (onlyWithHan && !ideographs))
            continue;
        told.push(rule);
        if (error)
            refused = true;
        report(findings, rule, name, { limit, count, actual });
    }
}
function validate(data) {
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
  default: if (data[key] !== undefined) unknownParameter(findings, key)
}
nonEmpty(findings, "prompt", $prompt, 1)
if (typeof $prompt === "string" && $prompt.length > 500) promptLimits(findings, "prompt", $prompt, constant3, constant0, constant1, constant2)
media(findings, "reference_images", $reference_images, 0, 0, 30, constant4, constant5)
media(findings, "reference_videos", $reference_videos, 0, 0, 10, constant4, constant5)
media(findings, "reference_audios", $reference_audios, 0, 0, 10, constant4, constant5)
integer(findings, "duration", $duration, 1, 4, 30)
choice(findings, "aspect_ratio", $aspect_ratio, 0, "string", constant6)
choice(findings, "resolution", $resolution, 0, "string", constant7)
integer(findings, "seed", $seed, 0, -Infinity, Infinity)
media(findings, "first_image", $first_image, 0, 0, 1, constant4, constant5)
media(findings, "last_image", $last_image, 0, 0, 1, constant4, constant5)
typed(findings, "generate_audio", $generate_audio, 0, "boolean")
return findings
}
export const facts = {"model":"sd_2.5_discount_v1","kind":"video","available":true,"reference":true,"assetLibrary":true,"defaults":{"duration":4},"rules":{}}
export { validate, validate as default }
