// Made by the generator from spec/. Do not edit.
/** Severity by rule id; a model's own rules are in the facts of its validator. */
export declare const severities: Record<string, 'error' | 'advice'>
