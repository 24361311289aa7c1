// Made by the generator from spec/. Do not edit.
const constant0 = /^[Hh][Tt][Tt][Pp][Ss]?:\/\/([^\x00-\x20\x7F-\xA0\s/?#@\\]*@)?(\[[0-9A-Fa-f:.]+\]|[^\x00-\x20\x7F-\xA0\s/?#@:%<>^|\[\]\\]+)(:[0-9]{0,5})?([/?#][^\x00-\x20\x7F-\xA0\s]*)?$/
const constant1 = ["url"]
const constant2 = ["16:9","9:16","1:1"]
const constant3 = ["720p","1080p"]
const constant4 = ["image","frame"]
const constant5 = ["first_image","last_image","reference_mode"]
const constant6 = ["reference_images","reference_mode"]
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
function validate(data) {
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
choice(findings, "aspect_ratio", $aspect_ratio, 0, "string", constant2)
choice(findings, "resolution", $resolution, 0, "string", constant3)
media(findings, "first_image", $first_image, 0, 0, 1, constant0, constant1)
media(findings, "last_image", $last_image, 0, 0, 1, constant0, constant1)
typed(findings, "generate_audio", $generate_audio, 0, "boolean")
choice(findings, "reference_mode", $reference_mode, 0, "string", constant4)
if (!(!(!filled($first_image) && !filled($last_image)) ? ($reference_mode !== undefined && $reference_mode === "frame") : true)) broken(findings, "first-image-mode", constant5, [$first_image, $last_image, $reference_mode])
if (!!($reference_mode !== undefined && (filled($reference_images) && $reference_mode === "frame"))) broken(findings, "reference-images-mode", constant6, [$reference_images, $reference_mode])
return findings
}
export const facts = {"model":"epsilonO3","kind":"video","available":true,"reference":true,"assetLibrary":false,"defaults":{},"rules":{"first-image-mode":{"severity":"advice"},"reference-images-mode":{"severity":"advice"}}}
export { validate, validate as default }
