// Made by the generator from spec/. Do not edit.
export * from './answer.js';
export * from './asked-result.js';
export * from './cancel.js';
export { equal, isObject, read, write } from './json.js';
export * from './model-probe.js';
export * from './named.js';
export * from './read-rate.js';
export * from './render.js';
export * from './request.js';
export * from './reverse.js';
export * from './history.js';
export * from './read-history.js';
export * from './served.js';
export * from './stated-query.js';
export * from './token-recipe.js';
export { formOf } from './values.js';
export * from './value-lists.js';
export * from './webhooks.js';
