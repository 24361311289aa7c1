// Made by the generator from spec/. Do not edit.
const constant0 = ["16:9","4:3","1:1","3:4","9:16","21:9","keep_ratio","adaptive"]
const constant1 = /^[Hh][Tt][Tt][Pp][Ss]?:\/\/([^\x00-\x20\x7F-\xA0\s/?#@\\]*@)?(\[[0-9A-Fa-f:.]+\]|[^\x00-\x20\x7F-\xA0\s/?#@:%<>^|\[\]\\]+)(:[0-9]{0,5})?([/?#][^\x00-\x20\x7F-\xA0\s]*)?$/
const constant2 = ["url"]
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
function validate(data) {
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
choice(findings, "size", $size, 0, "string", constant0)
media(findings, "first_image", $first_image, 0, 0, 1, constant1, constant2)
media(findings, "last_image", $last_image, 0, 0, 1, constant1, constant2)
return findings
}
export const facts = {"model":"alpha_1_5_pro_480p","kind":"video","available":true,"reference":true,"assetLibrary":false,"defaults":{},"rules":{}}
export { validate, validate as default }
