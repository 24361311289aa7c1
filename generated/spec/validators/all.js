// Made by the generator from spec/. Do not edit.
const constant0 = /^[Hh][Tt][Tt][Pp][Ss]?:\/\/([^\x00-\x20\x7F-\xA0\s/?#@\\]*@)?(\[[0-9A-Fa-f:.]+\]|[^\x00-\x20\x7F-\xA0\s/?#@:%<>^|\[\]\\]+)(:[0-9]{0,5})?([/?#][^\x00-\x20\x7F-\xA0\s]*)?$/
const constant1 = ["url"]
const constant2 = ["1:1","3:4","4:3","16:9","9:16","3:2","2:3","21:9"]
const constant3 = ["2K","3K","4K"]
const constant4 = [11904,342,47,1,1,1,25,9,14,4,964,6592,64,20992,22784,474,29960,2,12,7,36873,78970]
const constant5 = [65,26,6,26,47,1,15,1,5,23,1,31,1,449,39,5,6683,38,6,49,5,4,5,13,1,70,65,256,369,1,13,1,16,13,141,2,6,1,27,1,52,2,2779,32,31394,102,3,117,816,43,1,9,1,4,20374,7,1050,26,6,26,2085,6,1,42,1,9,55109,31,6,6]
const constant6 = [9,5,18,1,100,1,26,1,5599,1,2431,11,29,2,5,1,47,1,4000,1]
const constant7 = [["prompt-han-limit","han",500,1,0],["prompt-word-limit","words",1000,1,0],["prompt-length","code-points",500,0,1]]
const constant8 = /^([Hh][Tt][Tt][Pp][Ss]?:\/\/([^\x00-\x20\x7F-\xA0\s/?#@\\]*@)?(\[[0-9A-Fa-f:.]+\]|[^\x00-\x20\x7F-\xA0\s/?#@:%<>^|\[\]\\]+)(:[0-9]{0,5})?([/?#][^\x00-\x20\x7F-\xA0\s]*)?|assetId:\/\/[^\x00-\x20\x7F-\xA0\s]+)$/
const constant9 = ["url","asset"]
const constant10 = ["16:9","9:16","1:1","4:3","3:4","21:9","adaptive"]
const constant11 = ["480p","720p","1080p"]
const constant12 = ["first_image","last_image","reference_images","reference_videos","reference_audios"]
const constant13 = ["reference_audios","reference_images","reference_videos"]
const constant14 = ["last_image","first_image"]
const constant15 = ["16:9","4:3","1:1","3:4","9:16","21:9","keep_ratio","adaptive"]
const constant16 = /^([Hh][Tt][Tt][Pp][Ss]?:\/\/([^\x00-\x20\x7F-\xA0\s/?#@\\]*@)?(\[[0-9A-Fa-f:.]+\]|[^\x00-\x20\x7F-\xA0\s/?#@:%<>^|\[\]\\]+)(:[0-9]{0,5})?([/?#][^\x00-\x20\x7F-\xA0\s]*)?|[Dd][Aa][Tt][Aa]:[A-Za-z0-9.+/;=_-]*;base64,[A-Za-z0-9+/_-]+={0,2})$/
const constant17 = ["url","data"]
const constant18 = ["16:9","9:16","1:1","4:3","3:4","21:9","3:2","2:3"]
const constant19 = ["768p"]
const constant20 = [15]
const constant21 = ["16:9","9:16"]
const constant22 = ["720p"]
const constant23 = []
const constant24 = [["prompt-truncated","non-han",5000,0,0],["prompt-truncated","han",2500,0,0]]
const constant25 = ["16:9","9:16","3:4","4:3","4:5","5:4","1:1","9:21","21:9"]
const constant26 = ["1080P","720P"]
const constant27 = ["720P","1080P"]
const constant28 = ["16:9","9:16","1:1","4:3","3:4","4:5","5:4","9:21","21:9"]
const constant29 = ["16:9","9:16","1:1","4:3","3:4"]
const constant30 = ["480P","720P","1080P"]
const constant31 = ["16:9","9:16","1:1"]
const constant32 = ["720p","1080p"]
const constant33 = ["image","frame"]
const constant34 = ["first_image","last_image","reference_mode"]
const constant35 = ["reference_images","reference_mode"]
const constant36 = ["16:9","9:16","1:1","adaptive","4:3","3:4","21:9"]
const constant37 = [["prompt-advised-length","code-points",5000,0,0]]
const constant38 = ["16:9","9:16","1:1","21:9","4:3","3:4"]
const constant39 = ["480p"]
const constant40 = ["1080p"]
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
function text(findings, name, value, required, minimum, maximum) {
    if (!typed(findings, name, value, required, 'string'))
        return;
    const string = value;
    const length = string.length;
    // Code points are counted only where UTF-16 units leave a doubt.
    range(findings, name, length > maximum || length < 2 * minimum ? codePoints(string) : length, '-length', minimum, maximum);
}
function codePoints(string) {
    let count = 0;
    for (const _ of string)
        count++;
    return count;
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
function base64(findings, name, value, maximum, pattern) {
    if (!Array.isArray(value))
        return;
    value.slice(0, maximum).forEach((item, index) => {
        if (typeof item === 'string' && /^data:/i.test(item) && pattern.test(item))
            report(findings, 'media-base64', name + '/' + index, {});
    });
}
function withBase64(pattern) {
    return {
        test(text) {
            const start = text.length > 99999 && /^data:/i.test(text) ? text.indexOf(',') + 1 : 0;
            if (!start)
                return pattern.test(text);
            return !/[^\w+/-]/.test(text.slice(start, -2)) && pattern.test(text.slice(0, start + 1) + text.slice(-2));
        },
    };
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
function promptTokens(findings, name, string, token, parameter, from, to, value) {
    if (value !== undefined && !Array.isArray(value))
        return;
    const attached = value === undefined ? 0 : value.length;
    const told = new Set();
    for (const [text, digits] of string.matchAll(token)) {
        const number = Number(digits);
        if ((number >= from && number <= to && number <= attached) || told.has(text))
            continue;
        told.add(text);
        report(findings, 'prompt-token', name, { token: text, parameter, attached });
    }
}
function filled(value) {
    return Array.isArray(value) && value.length > 0;
}
function empty(value) {
    return Array.isArray(value) && value.length < 1;
}
function broken(findings, rule, names, values) {
    const parameters = names.filter((_, index) => !empty(values[index] ?? []));
    report(findings, rule, parameters[0] ?? names[0], { parameters });
}
function validateBeta50(data) {
const findings = []
let $prompt
let $reference_images
let $aspect_ratio
let $resolution
let $size
let $watermark
for (const key of Object.keys(data)) switch (key) {
  case "model": break
  case "prompt": $prompt = data[key]; break
  case "reference_images": $reference_images = data[key]; break
  case "aspect_ratio": $aspect_ratio = data[key]; break
  case "resolution": $resolution = data[key]; break
  case "size": $size = data[key]; break
  case "watermark": $watermark = data[key]; break
  default: if (data[key] !== undefined) unknownParameter(findings, key)
}
nonEmpty(findings, "prompt", $prompt, 1)
media(findings, "reference_images", $reference_images, 0, 0, 10, constant0, constant1)
choice(findings, "aspect_ratio", $aspect_ratio, 0, "string", constant2)
choice(findings, "resolution", $resolution, 0, "string", constant3)
typed(findings, "size", $size, 0, "string")
typed(findings, "watermark", $watermark, 0, "boolean")
return findings
}
function validateSd25DiscountV1(data) {
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
if (typeof $prompt === "string" && $prompt.length > 500) promptLimits(findings, "prompt", $prompt, constant7, constant4, constant5, constant6)
media(findings, "reference_images", $reference_images, 0, 0, 30, constant8, constant9)
media(findings, "reference_videos", $reference_videos, 0, 0, 10, constant8, constant9)
media(findings, "reference_audios", $reference_audios, 0, 0, 10, constant8, constant9)
integer(findings, "duration", $duration, 1, 4, 30)
choice(findings, "aspect_ratio", $aspect_ratio, 0, "string", constant10)
choice(findings, "resolution", $resolution, 0, "string", constant11)
integer(findings, "seed", $seed, 0, -Infinity, Infinity)
media(findings, "first_image", $first_image, 0, 0, 1, constant8, constant9)
media(findings, "last_image", $last_image, 0, 0, 1, constant8, constant9)
typed(findings, "generate_audio", $generate_audio, 0, "boolean")
return findings
}
function validateSd20Discount(data) {
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
nonEmpty(findings, "prompt", $prompt, 1)
if (typeof $prompt === "string" && $prompt.length > 500) promptLimits(findings, "prompt", $prompt, constant7, constant4, constant5, constant6)
media(findings, "reference_images", $reference_images, 0, 0, 9, constant8, constant9)
media(findings, "reference_videos", $reference_videos, 0, 0, 3, constant8, constant9)
media(findings, "reference_audios", $reference_audios, 0, 0, 3, constant8, constant9)
integer(findings, "duration", $duration, 1, 4, 15)
choice(findings, "aspect_ratio", $aspect_ratio, 0, "string", constant10)
choice(findings, "resolution", $resolution, 0, "string", constant11)
integer(findings, "seed", $seed, 0, -Infinity, Infinity)
media(findings, "first_image", $first_image, 0, 0, 1, constant8, constant9)
media(findings, "last_image", $last_image, 0, 0, 1, constant8, constant9)
typed(findings, "generate_audio", $generate_audio, 0, "boolean")
typed(findings, "tools", $tools, 0, "array")
typed(findings, "watermark", $watermark, 0, "boolean")
if (!(!(!filled($first_image) && !filled($last_image)) ? (!filled($reference_images) && !filled($reference_videos) && !filled($reference_audios)) : true)) broken(findings, "scenarios-mixed", constant12, [$first_image, $last_image, $reference_images, $reference_videos, $reference_audios])
if (!!(filled($reference_audios) && ($reference_images === undefined || empty($reference_images)) && ($reference_videos === undefined || empty($reference_videos)))) broken(findings, "audio-alone", constant13, [$reference_audios, $reference_images, $reference_videos])
if (!(!!filled($last_image) ? ($first_image !== undefined && (!(Array.isArray($first_image)) || $first_image.length >= 1)) : true)) broken(findings, "last-image-alone", constant14, [$last_image, $first_image])
return findings
}
function validateAlpha15Pro480p(data) {
const findings = []
let $prompt
let $duration
let $size
let $first_image
let $last_image
for (const key of Object.keys(data)) switch (key) {
  case "model": break
  case "prompt": $prompt = data[key]; break
  case "duration": $duration = data[key]; break
  case "size": $size = data[key]; break
  case "first_image": $first_image = data[key]; break
  case "last_image": $last_image = data[key]; break
  default: if (data[key] !== undefined) unknownParameter(findings, key)
}
nonEmpty(findings, "prompt", $prompt, 1)
integer(findings, "duration", $duration, 0, 4, 11)
choice(findings, "size", $size, 0, "string", constant15)
media(findings, "first_image", $first_image, 0, 0, 1, constant0, constant1)
media(findings, "last_image", $last_image, 0, 0, 1, constant0, constant1)
return findings
}
function validateAlpha15Pro720p(data) {
const findings = []
let $prompt
let $duration
let $size
let $first_image
let $last_image
for (const key of Object.keys(data)) switch (key) {
  case "model": break
  case "prompt": $prompt = data[key]; break
  case "duration": $duration = data[key]; break
  case "size": $size = data[key]; break
  case "first_image": $first_image = data[key]; break
  case "last_image": $last_image = data[key]; break
  default: if (data[key] !== undefined) unknownParameter(findings, key)
}
nonEmpty(findings, "prompt", $prompt, 1)
integer(findings, "duration", $duration, 0, 4, 11)
choice(findings, "size", $size, 0, "string", constant15)
media(findings, "first_image", $first_image, 0, 0, 1, constant0, constant1)
media(findings, "last_image", $last_image, 0, 0, 1, constant0, constant1)
return findings
}
function validateZetaH3768p(data) {
const findings = []
let $prompt
let $reference_images
let $reference_videos
let $reference_audios
let $duration
let $aspect_ratio
let $resolution
for (const key of Object.keys(data)) switch (key) {
  case "model": break
  case "prompt": $prompt = data[key]; break
  case "reference_images": $reference_images = data[key]; break
  case "reference_videos": $reference_videos = data[key]; break
  case "reference_audios": $reference_audios = data[key]; break
  case "duration": $duration = data[key]; break
  case "aspect_ratio": $aspect_ratio = data[key]; break
  case "resolution": $resolution = data[key]; break
  default: if (data[key] !== undefined) unknownParameter(findings, key)
}
nonEmpty(findings, "prompt", $prompt, 1)
if (typeof $prompt === "string") promptTokens(findings, "prompt", $prompt, /@\u56fe\u7247([0-9]+)/g, "reference_images", 1, 9, $reference_images)
if (typeof $prompt === "string") promptTokens(findings, "prompt", $prompt, /@\u89c6\u9891([0-9]+)/g, "reference_videos", 1, 3, $reference_videos)
if (typeof $prompt === "string") promptTokens(findings, "prompt", $prompt, /@\u97f3\u9891([0-9]+)/g, "reference_audios", 1, 3, $reference_audios)
media(findings, "reference_images", $reference_images, 0, 0, 9, withBase64(constant16), constant17)
base64(findings, "reference_images", $reference_images, 9, withBase64(constant16))
media(findings, "reference_videos", $reference_videos, 0, 0, 3, constant0, constant1)
media(findings, "reference_audios", $reference_audios, 0, 0, 3, constant0, constant1)
integer(findings, "duration", $duration, 0, 10, 15)
choice(findings, "aspect_ratio", $aspect_ratio, 0, "string", constant18)
choice(findings, "resolution", $resolution, 0, "string", constant19)
return findings
}
function validateVideos900720pC1(data) {
const findings = []
let $prompt
let $reference_images
let $duration
let $aspect_ratio
let $resolution
for (const key of Object.keys(data)) switch (key) {
  case "model": break
  case "prompt": $prompt = data[key]; break
  case "reference_images": $reference_images = data[key]; break
  case "duration": $duration = data[key]; break
  case "aspect_ratio": $aspect_ratio = data[key]; break
  case "resolution": $resolution = data[key]; break
  default: if (data[key] !== undefined) unknownParameter(findings, key)
}
text(findings, "prompt", $prompt, 1, 1, 1500)
media(findings, "reference_images", $reference_images, 0, 0, 9, constant0, constant1)
choice(findings, "duration", $duration, 0, "integer", constant20)
choice(findings, "aspect_ratio", $aspect_ratio, 0, "string", constant21)
choice(findings, "resolution", $resolution, 1, "string", constant22)
return findings
}
function validateGamma10R2v(data) {
const findings = []
let $prompt
let $reference_images
let $duration
let $aspect_ratio
let $resolution
let $seed
let $watermark
for (const key of Object.keys(data)) switch (key) {
  case "model": break
  case "prompt": $prompt = data[key]; break
  case "reference_images": $reference_images = data[key]; break
  case "duration": $duration = data[key]; break
  case "aspect_ratio": $aspect_ratio = data[key]; break
  case "resolution": $resolution = data[key]; break
  case "seed": $seed = data[key]; break
  case "watermark": $watermark = data[key]; break
  default: if (data[key] !== undefined) unknownParameter(findings, key)
}
nonEmpty(findings, "prompt", $prompt, 1)
if (typeof $prompt === "string" && $prompt.length > 2500) promptLimits(findings, "prompt", $prompt, constant24, constant4, constant23, constant23)
media(findings, "reference_images", $reference_images, 1, 1, 9, constant0, constant1)
integer(findings, "duration", $duration, 0, 3, 15)
choice(findings, "aspect_ratio", $aspect_ratio, 0, "string", constant25)
choice(findings, "resolution", $resolution, 1, "string", constant26)
integer(findings, "seed", $seed, 0, 0, 2147483647)
typed(findings, "watermark", $watermark, 0, "boolean")
return findings
}
function validateGamma10I2v(data) {
const findings = []
let $prompt
let $duration
let $resolution
let $seed
let $first_image
let $watermark
for (const key of Object.keys(data)) switch (key) {
  case "model": break
  case "prompt": $prompt = data[key]; break
  case "duration": $duration = data[key]; break
  case "resolution": $resolution = data[key]; break
  case "seed": $seed = data[key]; break
  case "first_image": $first_image = data[key]; break
  case "watermark": $watermark = data[key]; break
  default: if (data[key] !== undefined) unknownParameter(findings, key)
}
nonEmpty(findings, "prompt", $prompt, 1)
if (typeof $prompt === "string" && $prompt.length > 2500) promptLimits(findings, "prompt", $prompt, constant24, constant4, constant23, constant23)
integer(findings, "duration", $duration, 0, 3, 15)
choice(findings, "resolution", $resolution, 1, "string", constant27)
integer(findings, "seed", $seed, 0, 0, 2147483647)
media(findings, "first_image", $first_image, 1, 1, 1, constant0, constant1)
typed(findings, "watermark", $watermark, 0, "boolean")
return findings
}
function validateGamma10T2v(data) {
const findings = []
let $prompt
let $duration
let $aspect_ratio
let $resolution
let $seed
let $watermark
for (const key of Object.keys(data)) switch (key) {
  case "model": break
  case "prompt": $prompt = data[key]; break
  case "duration": $duration = data[key]; break
  case "aspect_ratio": $aspect_ratio = data[key]; break
  case "resolution": $resolution = data[key]; break
  case "seed": $seed = data[key]; break
  case "watermark": $watermark = data[key]; break
  default: if (data[key] !== undefined) unknownParameter(findings, key)
}
nonEmpty(findings, "prompt", $prompt, 1)
if (typeof $prompt === "string" && $prompt.length > 2500) promptLimits(findings, "prompt", $prompt, constant24, constant4, constant23, constant23)
integer(findings, "duration", $duration, 0, 3, 15)
choice(findings, "aspect_ratio", $aspect_ratio, 0, "string", constant28)
choice(findings, "resolution", $resolution, 1, "string", constant27)
integer(findings, "seed", $seed, 0, 0, 2147483647)
typed(findings, "watermark", $watermark, 0, "boolean")
return findings
}
function validateGamma11T2v(data) {
const findings = []
let $prompt
let $duration
let $aspect_ratio
let $resolution
let $seed
let $watermark
for (const key of Object.keys(data)) switch (key) {
  case "model": break
  case "prompt": $prompt = data[key]; break
  case "duration": $duration = data[key]; break
  case "aspect_ratio": $aspect_ratio = data[key]; break
  case "resolution": $resolution = data[key]; break
  case "seed": $seed = data[key]; break
  case "watermark": $watermark = data[key]; break
  default: if (data[key] !== undefined) unknownParameter(findings, key)
}
nonEmpty(findings, "prompt", $prompt, 1)
if (typeof $prompt === "string" && $prompt.length > 2500) promptLimits(findings, "prompt", $prompt, constant24, constant4, constant23, constant23)
integer(findings, "duration", $duration, 0, 3, 15)
choice(findings, "aspect_ratio", $aspect_ratio, 0, "string", constant28)
choice(findings, "resolution", $resolution, 1, "string", constant27)
integer(findings, "seed", $seed, 0, 0, 2147483647)
typed(findings, "watermark", $watermark, 0, "boolean")
return findings
}
function validateHh11R2vO(data) {
const findings = []
let $prompt
let $reference_images
let $duration
let $aspect_ratio
let $resolution
let $seed
let $watermark
for (const key of Object.keys(data)) switch (key) {
  case "model": break
  case "prompt": $prompt = data[key]; break
  case "reference_images": $reference_images = data[key]; break
  case "duration": $duration = data[key]; break
  case "aspect_ratio": $aspect_ratio = data[key]; break
  case "resolution": $resolution = data[key]; break
  case "seed": $seed = data[key]; break
  case "watermark": $watermark = data[key]; break
  default: if (data[key] !== undefined) unknownParameter(findings, key)
}
nonEmpty(findings, "prompt", $prompt, 1)
if (typeof $prompt === "string" && $prompt.length > 2500) promptLimits(findings, "prompt", $prompt, constant24, constant4, constant23, constant23)
media(findings, "reference_images", $reference_images, 1, 1, 9, constant0, constant1)
integer(findings, "duration", $duration, 0, 3, 15)
choice(findings, "aspect_ratio", $aspect_ratio, 0, "string", constant25)
choice(findings, "resolution", $resolution, 1, "string", constant27)
integer(findings, "seed", $seed, 0, 0, 2147483647)
typed(findings, "watermark", $watermark, 0, "boolean")
return findings
}
function validateDelta27R2v(data) {
const findings = []
let $prompt
let $reference_images
let $duration
let $aspect_ratio
let $resolution
let $seed
let $watermark
for (const key of Object.keys(data)) switch (key) {
  case "model": break
  case "prompt": $prompt = data[key]; break
  case "reference_images": $reference_images = data[key]; break
  case "duration": $duration = data[key]; break
  case "aspect_ratio": $aspect_ratio = data[key]; break
  case "resolution": $resolution = data[key]; break
  case "seed": $seed = data[key]; break
  case "watermark": $watermark = data[key]; break
  default: if (data[key] !== undefined) unknownParameter(findings, key)
}
nonEmpty(findings, "prompt", $prompt, 1)
if (typeof $prompt === "string" && $prompt.length > 2500) promptLimits(findings, "prompt", $prompt, constant24, constant4, constant23, constant23)
media(findings, "reference_images", $reference_images, 1, 1, 3, constant0, constant1)
integer(findings, "duration", $duration, 1, 4, 15)
choice(findings, "aspect_ratio", $aspect_ratio, 0, "string", constant29)
choice(findings, "resolution", $resolution, 0, "string", constant27)
integer(findings, "seed", $seed, 0, 0, 2147483647)
typed(findings, "watermark", $watermark, 0, "boolean")
return findings
}
function validateDelta30PrimeR2v(data) {
const findings = []
let $prompt
let $reference_images
let $reference_videos
let $reference_audios
let $duration
let $aspect_ratio
let $resolution
for (const key of Object.keys(data)) switch (key) {
  case "model": break
  case "prompt": $prompt = data[key]; break
  case "reference_images": $reference_images = data[key]; break
  case "reference_videos": $reference_videos = data[key]; break
  case "reference_audios": $reference_audios = data[key]; break
  case "duration": $duration = data[key]; break
  case "aspect_ratio": $aspect_ratio = data[key]; break
  case "resolution": $resolution = data[key]; break
  default: if (data[key] !== undefined) unknownParameter(findings, key)
}
nonEmpty(findings, "prompt", $prompt, 1)
media(findings, "reference_images", $reference_images, 1, 1, 10, constant0, constant1)
media(findings, "reference_videos", $reference_videos, 0, 0, 5, constant0, constant1)
media(findings, "reference_audios", $reference_audios, 0, 0, 5, constant0, constant1)
integer(findings, "duration", $duration, 1, 3, 30)
choice(findings, "aspect_ratio", $aspect_ratio, 0, "string", constant21)
choice(findings, "resolution", $resolution, 1, "string", constant30)
return findings
}
function validateDelta30R2v(data) {
const findings = []
let $prompt
let $reference_images
let $reference_videos
let $reference_audios
let $duration
let $aspect_ratio
let $resolution
for (const key of Object.keys(data)) switch (key) {
  case "model": break
  case "prompt": $prompt = data[key]; break
  case "reference_images": $reference_images = data[key]; break
  case "reference_videos": $reference_videos = data[key]; break
  case "reference_audios": $reference_audios = data[key]; break
  case "duration": $duration = data[key]; break
  case "aspect_ratio": $aspect_ratio = data[key]; break
  case "resolution": $resolution = data[key]; break
  default: if (data[key] !== undefined) unknownParameter(findings, key)
}
nonEmpty(findings, "prompt", $prompt, 1)
media(findings, "reference_images", $reference_images, 1, 1, 10, constant0, constant1)
media(findings, "reference_videos", $reference_videos, 0, 0, 5, constant0, constant1)
media(findings, "reference_audios", $reference_audios, 0, 0, 5, constant0, constant1)
integer(findings, "duration", $duration, 1, 3, 30)
choice(findings, "aspect_ratio", $aspect_ratio, 0, "string", constant21)
choice(findings, "resolution", $resolution, 1, "string", constant30)
return findings
}
function validateEpsilonO3(data) {
const findings = []
let $prompt
let $reference_images
let $duration
let $aspect_ratio
let $resolution
let $first_image
let $last_image
let $generate_audio
let $reference_mode
for (const key of Object.keys(data)) switch (key) {
  case "model": break
  case "prompt": $prompt = data[key]; break
  case "reference_images": $reference_images = data[key]; break
  case "duration": $duration = data[key]; break
  case "aspect_ratio": $aspect_ratio = data[key]; break
  case "resolution": $resolution = data[key]; break
  case "first_image": $first_image = data[key]; break
  case "last_image": $last_image = data[key]; break
  case "generate_audio": $generate_audio = data[key]; break
  case "reference_mode": $reference_mode = data[key]; break
  default: if (data[key] !== undefined) unknownParameter(findings, key)
}
nonEmpty(findings, "prompt", $prompt, 1)
media(findings, "reference_images", $reference_images, 0, 0, 3, constant0, constant1)
integer(findings, "duration", $duration, 0, 3, 15)
choice(findings, "aspect_ratio", $aspect_ratio, 0, "string", constant31)
choice(findings, "resolution", $resolution, 0, "string", constant32)
media(findings, "first_image", $first_image, 0, 0, 1, constant0, constant1)
media(findings, "last_image", $last_image, 0, 0, 1, constant0, constant1)
typed(findings, "generate_audio", $generate_audio, 0, "boolean")
choice(findings, "reference_mode", $reference_mode, 0, "string", constant33)
if (!(!(!filled($first_image) && !filled($last_image)) ? ($reference_mode !== undefined && $reference_mode === "frame") : true)) broken(findings, "first-image-mode", constant34, [$first_image, $last_image, $reference_mode])
if (!!($reference_mode !== undefined && (filled($reference_images) && $reference_mode === "frame"))) broken(findings, "reference-images-mode", constant35, [$reference_images, $reference_mode])
return findings
}
function validateAlpha15Pro(data) {
const findings = []
let $prompt
let $duration
let $aspect_ratio
let $resolution
let $first_image
let $last_image
let $generate_audio
let $tools
for (const key of Object.keys(data)) switch (key) {
  case "model": break
  case "prompt": $prompt = data[key]; break
  case "duration": $duration = data[key]; break
  case "aspect_ratio": $aspect_ratio = data[key]; break
  case "resolution": $resolution = data[key]; break
  case "first_image": $first_image = data[key]; break
  case "last_image": $last_image = data[key]; break
  case "generate_audio": $generate_audio = data[key]; break
  case "tools": $tools = data[key]; break
  default: if (data[key] !== undefined) unknownParameter(findings, key)
}
nonEmpty(findings, "prompt", $prompt, 1)
integer(findings, "duration", $duration, 1, 4, 12)
choice(findings, "aspect_ratio", $aspect_ratio, 0, "string", constant36)
choice(findings, "resolution", $resolution, 0, "string", constant11)
media(findings, "first_image", $first_image, 0, 0, 1, constant0, constant1)
media(findings, "last_image", $last_image, 0, 0, 1, constant0, constant1)
typed(findings, "generate_audio", $generate_audio, 0, "boolean")
typed(findings, "tools", $tools, 0, "array")
return findings
}
function validateVideo301010(data) {
const findings = []
let $prompt
let $reference_images
let $reference_videos
let $reference_audios
let $duration
let $aspect_ratio
let $resolution
for (const key of Object.keys(data)) switch (key) {
  case "model": break
  case "prompt": $prompt = data[key]; break
  case "reference_images": $reference_images = data[key]; break
  case "reference_videos": $reference_videos = data[key]; break
  case "reference_audios": $reference_audios = data[key]; break
  case "duration": $duration = data[key]; break
  case "aspect_ratio": $aspect_ratio = data[key]; break
  case "resolution": $resolution = data[key]; break
  default: if (data[key] !== undefined) unknownParameter(findings, key)
}
nonEmpty(findings, "prompt", $prompt, 1)
if (typeof $prompt === "string" && $prompt.length > 5000) promptLimits(findings, "prompt", $prompt, constant37, constant4, constant23, constant23)
media(findings, "reference_images", $reference_images, 0, 0, 30, constant0, constant1)
media(findings, "reference_videos", $reference_videos, 0, 0, 10, constant0, constant1)
media(findings, "reference_audios", $reference_audios, 0, 0, 10, constant0, constant1)
integer(findings, "duration", $duration, 1, 4, 30)
choice(findings, "aspect_ratio", $aspect_ratio, 0, "string", constant38)
choice(findings, "resolution", $resolution, 1, "string", constant39)
return findings
}
function validateZetaH39331080p(data) {
const findings = []
let $prompt
let $reference_images
let $reference_videos
let $reference_audios
let $duration
let $aspect_ratio
let $resolution
for (const key of Object.keys(data)) switch (key) {
  case "model": break
  case "prompt": $prompt = data[key]; break
  case "reference_images": $reference_images = data[key]; break
  case "reference_videos": $reference_videos = data[key]; break
  case "reference_audios": $reference_audios = data[key]; break
  case "duration": $duration = data[key]; break
  case "aspect_ratio": $aspect_ratio = data[key]; break
  case "resolution": $resolution = data[key]; break
  default: if (data[key] !== undefined) unknownParameter(findings, key)
}
nonEmpty(findings, "prompt", $prompt, 1)
if (typeof $prompt === "string") promptTokens(findings, "prompt", $prompt, /@\u56fe\u7247([0-9]+)/g, "reference_images", 1, 9, $reference_images)
if (typeof $prompt === "string") promptTokens(findings, "prompt", $prompt, /@\u89c6\u9891([0-9]+)/g, "reference_videos", 1, 3, $reference_videos)
if (typeof $prompt === "string") promptTokens(findings, "prompt", $prompt, /@\u97f3\u9891([0-9]+)/g, "reference_audios", 1, 3, $reference_audios)
media(findings, "reference_images", $reference_images, 0, 0, 9, withBase64(constant16), constant17)
base64(findings, "reference_images", $reference_images, 9, withBase64(constant16))
media(findings, "reference_videos", $reference_videos, 0, 0, 3, constant0, constant1)
media(findings, "reference_audios", $reference_audios, 0, 0, 3, constant0, constant1)
integer(findings, "duration", $duration, 0, 10, 15)
choice(findings, "aspect_ratio", $aspect_ratio, 0, "string", constant18)
choice(findings, "resolution", $resolution, 0, "string", constant40)
return findings
}
function validateOpen() {
return [{"rule":"no-reference","path":"/model","params":{}}]
}
export const modules = {
  "beta_5.0Pro": { validate: validateOpen, facts: {"model":"beta_5.0Pro","kind":"image","available":true,"reference":false,"assetLibrary":false,"defaults":{},"rules":{}} },
  "beta-5.0": { validate: validateBeta50, facts: {"model":"beta-5.0","kind":"image","available":true,"reference":true,"assetLibrary":false,"defaults":{},"rules":{}} },
  "sd_2.5_discount_v1": { validate: validateSd25DiscountV1, facts: {"model":"sd_2.5_discount_v1","kind":"video","available":true,"reference":true,"assetLibrary":true,"defaults":{"duration":4},"rules":{}} },
  "sd_2.5_special_v1": { validate: validateOpen, facts: {"model":"sd_2.5_special_v1","kind":"video","available":true,"reference":false,"assetLibrary":false,"defaults":{},"rules":{}} },
  "sd_2.0_fast_special": { validate: validateOpen, facts: {"model":"sd_2.0_fast_special","kind":"video","available":true,"reference":false,"assetLibrary":false,"defaults":{},"rules":{}} },
  "sd_2.0_mini_special": { validate: validateOpen, facts: {"model":"sd_2.0_mini_special","kind":"video","available":true,"reference":false,"assetLibrary":false,"defaults":{},"rules":{}} },
  "sd_2.0_special": { validate: validateOpen, facts: {"model":"sd_2.0_special","kind":"video","available":true,"reference":false,"assetLibrary":false,"defaults":{},"rules":{}} },
  "sd_2.0_discount": { validate: validateSd20Discount, facts: {"model":"sd_2.0_discount","kind":"video","available":true,"reference":true,"assetLibrary":true,"defaults":{"duration":5},"rules":{"scenarios-mixed":{"severity":"error"},"audio-alone":{"severity":"error"},"last-image-alone":{"severity":"advice"}}} },
  "sd_2.0_fast_discount": { validate: validateOpen, facts: {"model":"sd_2.0_fast_discount","kind":"video","available":true,"reference":false,"assetLibrary":false,"defaults":{},"rules":{}} },
  "sd_2.0_mini_discount": { validate: validateOpen, facts: {"model":"sd_2.0_mini_discount","kind":"video","available":true,"reference":false,"assetLibrary":false,"defaults":{},"rules":{}} },
  "alpha_1_5_pro_1080p": { validate: validateOpen, facts: {"model":"alpha_1_5_pro_1080p","kind":"video","available":true,"reference":false,"assetLibrary":false,"defaults":{},"rules":{}} },
  "alpha_1_5_pro_480p": { validate: validateAlpha15Pro480p, facts: {"model":"alpha_1_5_pro_480p","kind":"video","available":true,"reference":true,"assetLibrary":false,"defaults":{},"rules":{}} },
  "alpha_1_5_pro_720p": { validate: validateAlpha15Pro720p, facts: {"model":"alpha_1_5_pro_720p","kind":"video","available":true,"reference":true,"assetLibrary":false,"defaults":{},"rules":{}} },
  "zeta-H3-768p": { validate: validateZetaH3768p, facts: {"model":"zeta-H3-768p","kind":"video","available":true,"reference":true,"assetLibrary":false,"defaults":{},"rules":{}} },
  "videos_10_0_0-720p": { validate: validateOpen, facts: {"model":"videos_10_0_0-720p","kind":"video","available":true,"reference":false,"assetLibrary":false,"defaults":{},"rules":{}} },
  "videos_900_720p-c1": { validate: validateVideos900720pC1, facts: {"model":"videos_900_720p-c1","kind":"video","available":true,"reference":true,"assetLibrary":false,"defaults":{"resolution":"720p"},"rules":{}} },
  "gamma-1.0-r2v": { validate: validateGamma10R2v, facts: {"model":"gamma-1.0-r2v","kind":"video","available":true,"reference":true,"assetLibrary":false,"defaults":{"resolution":"1080P"},"rules":{}} },
  "gamma-1.0-i2v": { validate: validateGamma10I2v, facts: {"model":"gamma-1.0-i2v","kind":"video","available":true,"reference":true,"assetLibrary":false,"defaults":{"resolution":"1080P"},"rules":{}} },
  "gamma-1.0-t2v": { validate: validateGamma10T2v, facts: {"model":"gamma-1.0-t2v","kind":"video","available":true,"reference":true,"assetLibrary":false,"defaults":{"resolution":"1080P"},"rules":{}} },
  "gamma-1.1-t2v": { validate: validateGamma11T2v, facts: {"model":"gamma-1.1-t2v","kind":"video","available":true,"reference":true,"assetLibrary":false,"defaults":{"resolution":"1080P"},"rules":{}} },
  "hh-1.1-r2v-o": { validate: validateHh11R2vO, facts: {"model":"hh-1.1-r2v-o","kind":"video","available":true,"reference":true,"assetLibrary":false,"defaults":{"resolution":"1080P"},"rules":{}} },
  "delta2.7-r2v": { validate: validateDelta27R2v, facts: {"model":"delta2.7-r2v","kind":"video","available":true,"reference":true,"assetLibrary":false,"defaults":{"duration":5},"rules":{}} },
  "delta3.0-prime-r2v": { validate: validateDelta30PrimeR2v, facts: {"model":"delta3.0-prime-r2v","kind":"video","available":true,"reference":true,"assetLibrary":false,"defaults":{},"rules":{}} },
  "delta3.0-r2v": { validate: validateDelta30R2v, facts: {"model":"delta3.0-r2v","kind":"video","available":true,"reference":true,"assetLibrary":false,"defaults":{},"rules":{}} },
  "epsilonO3": { validate: validateEpsilonO3, facts: {"model":"epsilonO3","kind":"video","available":true,"reference":true,"assetLibrary":false,"defaults":{},"rules":{"first-image-mode":{"severity":"advice"},"reference-images-mode":{"severity":"advice"}}} },
  "alpha_1_5_pro": { validate: validateAlpha15Pro, facts: {"model":"alpha_1_5_pro","kind":"video","available":true,"reference":true,"assetLibrary":false,"defaults":{"duration":5},"rules":{}} },
  "video_30_10_10": { validate: validateVideo301010, facts: {"model":"video_30_10_10","kind":"video","available":true,"reference":true,"assetLibrary":false,"defaults":{"duration":5},"rules":{}} },
  "zeta-H3_933_1080p": { validate: validateZetaH39331080p, facts: {"model":"zeta-H3_933_1080p","kind":"video","available":false,"reason":"brand_model_missing","reference":true,"assetLibrary":false,"defaults":{},"rules":{}} },
}
