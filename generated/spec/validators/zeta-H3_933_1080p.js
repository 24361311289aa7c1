// Made by the generator from spec/. Do not edit.
const constant0 = /^([Hh][Tt][Tt][Pp][Ss]?:\/\/([^\x00-\x20\x7F-\xA0\s/?#@\\]*@)?(\[[0-9A-Fa-f:.]+\]|[^\x00-\x20\x7F-\xA0\s/?#@:%<>^|\[\]\\]+)(:[0-9]{0,5})?([/?#][^\x00-\x20\x7F-\xA0\s]*)?|[Dd][Aa][Tt][Aa]:[A-Za-z0-9.+/;=_-]*;base64,[A-Za-z0-9+/_-]+={0,2})$/
const constant1 = ["url","data"]
const constant2 = /^[Hh][Tt][Tt][Pp][Ss]?:\/\/([^\x00-\x20\x7F-\xA0\s/?#@\\]*@)?(\[[0-9A-Fa-f:.]+\]|[^\x00-\x20\x7F-\xA0\s/?#@:%<>^|\[\]\\]+)(:[0-9]{0,5})?([/?#][^\x00-\x20\x7F-\xA0\s]*)?$/
const constant3 = ["url"]
const constant4 = ["16:9","9:16","1:1","4:3","3:4","21:9","3:2","2:3"]
const constant5 = ["1080p"]
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
function validate(data) {
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
media(findings, "reference_images", $reference_images, 0, 0, 9, withBase64(constant0), constant1)
base64(findings, "reference_images", $reference_images, 9, withBase64(constant0))
media(findings, "reference_videos", $reference_videos, 0, 0, 3, constant2, constant3)
media(findings, "reference_audios", $reference_audios, 0, 0, 3, constant2, constant3)
integer(findings, "duration", $duration, 0, 10, 15)
choice(findings, "aspect_ratio", $aspect_ratio, 0, "string", constant4)
choice(findings, "resolution", $resolution, 0, "string", constant5)
return findings
}
export const facts = {"model":"zeta-H3_933_1080p","kind":"video","available":false,"reason":"brand_model_missing","reference":true,"assetLibrary":false,"defaults":{},"rules":{}}
export { validate, validate as default }
