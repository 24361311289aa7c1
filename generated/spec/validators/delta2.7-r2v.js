// Made by the generator from spec/. Do not edit.
const constant0 = [11904,342,47,1,1,1,25,9,14,4,964,6592,64,20992,22784,474,29960,2,12,7,36873,78970]
const constant1 = []
const constant2 = [["prompt-truncated","non-han",5000,0,0],["prompt-truncated","han",2500,0,0]]
const constant3 = /^[Hh][Tt][Tt][Pp][Ss]?:\/\/([^\x00-\x20\x7F-\xA0\s/?#@\\]*@)?(\[[0-9A-Fa-f:.]+\]|[^\x00-\x20\x7F-\xA0\s/?#@:%<>^|\[\]\\]+)(:[0-9]{0,5})?([/?#][^\x00-\x20\x7F-\xA0\s]*)?$/
const constant4 = ["url"]
const constant5 = ["16:9","9:16","1:1","4:3","3:4"]
const constant6 = ["720P","1080P"]
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
if (typeof $prompt === "string" && $prompt.length > 2500) promptLimits(findings, "prompt", $prompt, constant2, constant0, constant1, constant1)
media(findings, "reference_images", $reference_images, 1, 1, 3, constant3, constant4)
integer(findings, "duration", $duration, 1, 4, 15)
choice(findings, "aspect_ratio", $aspect_ratio, 0, "string", constant5)
choice(findings, "resolution", $resolution, 0, "string", constant6)
integer(findings, "seed", $seed, 0, 0, 2147483647)
typed(findings, "watermark", $watermark, 0, "boolean")
return findings
}
export const facts = {"model":"delta2.7-r2v","kind":"video","available":true,"reference":true,"assetLibrary":false,"defaults":{"duration":5},"rules":{}}
export { validate, validate as default }
