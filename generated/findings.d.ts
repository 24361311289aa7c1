// Made by the generator from spec/. Do not edit.
/** Severity by rule id; a model's own rules are in the facts of its validator. */
export declare const severities: Record<string, 'error' | 'advice'>

/** By the rule of an announcement: the rule that takes its place once the date has come that `on` names in its params. */
export declare const announcements: Partial<Record<string, { rule: string; on: 'until' | 'from' }>>
