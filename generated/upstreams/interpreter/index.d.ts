// Made by the generator from spec/. Do not edit.
export * from './answer.js';
export * from './asked-result.js';
export * from './cancel.js';
export { equal, isObject, read, write, type Json, type JsonObject, type Path } from './json.js';
export type * from './mapping.js';
export * from './model-probe.js';
export * from './named.js';
export type { Rejection } from './rejection.js';
export * from './render.js';
export * from './request.js';
export type * from './request-line.js';
export type * from './result.js';
export * from './reverse.js';
export * from './served.js';
export * from './stated-query.js';
export type { Sign, StatusCase, StatusFacts, UpstreamState } from './status.js';
export { formOf } from './values.js';
export * from './webhooks.js';
