// Made by the generator from spec/. Do not edit.
export { codePoints, formatName, formatPlace, formatValue, received, shorten } from './format.js';
export { allowedBy, factsAt, mistakeOf } from './mistake.js';
export { nearestModel } from './nearest-model.js';
export { nearest } from './nearest.js';
export { replaceAt, shortenPointer, stepsOf, valueAt } from './pointer.js';
export { render } from './render.js';
export { listed } from './listed.js';
export { slotsOf } from './slots.js';
export { renamedTo, suggestionFor, synonyms } from './suggest.js';
export { messageOf } from './message.js';
export { unknownModelMessage, unknownModelOf } from './unknown-model.js';
