// Made by the generator from spec/. Do not edit.
import type { Mistake } from './mistake.js';
/**
 * The first and last token of the sort of `token` that the model knows, such as `@图片1` and `@图片9`; undefined when
 * `token` is between them, so that attaching the item it names would be right.
 */
export declare function tokenRange({ accepted }: Mistake, token: string): [first: string, last: string] | undefined;
