import type { StringFormat, Words } from '../catalogue.js'

/** What a format means, in a pattern that every engine reads alike: `format` alone is a remark in JSON Schema. */
export interface FormatFacts {
  pattern: string
  name: Words
  valid: [example: string, ...others: string[]]
  invalid: string[]
}

const year = '[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])'
const clock = '([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](\\.[0-9]+)?(Z|[+-]([01][0-9]|2[0-3]):[0-5][0-9])'

export const formats: Record<StringFormat, FormatFacts> = {
  date: {
    pattern: `^${year}$`,
    name: { en: 'a date such as 2026-12-31', zh: '日期，例如 2026-12-31' },
    valid: ['2026-12-31', '2024-02-29'],
    invalid: ['2026-13-01', '31.12.2026', '2026-12-31T00:00:00Z'],
  },
  time: {
    pattern: `^${clock}$`,
    name: { en: 'a time such as 18:30:00Z', zh: '时间，例如 18:30:00Z' },
    valid: ['18:30:00Z', '08:00:00.5+08:00'],
    invalid: ['25:00:00Z', '18:30', 'noon'],
  },
  'date-time': {
    pattern: `^${year}T${clock}$`,
    name: { en: 'a date and time such as 2026-12-31T18:30:00Z', zh: '日期和时间，例如 2026-12-31T18:30:00Z' },
    valid: ['2026-12-31T18:30:00Z', '2026-12-31T08:00:00.5+08:00'],
    invalid: ['2026-12-31', '2026-12-31 18:30:00Z', 'tomorrow'],
  },
  uuid: {
    pattern: '^[0-9A-Fa-f]{8}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{12}$',
    name: { en: 'a UUID', zh: 'UUID' },
    valid: ['123e4567-e89b-12d3-a456-426614174000'],
    invalid: ['123e4567e89b12d3a456426614174000', 'uuid'],
  },
  email: {
    pattern: "^[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]+@[A-Za-z0-9](-?[A-Za-z0-9])*([.][A-Za-z0-9](-?[A-Za-z0-9])*)+$",
    name: { en: 'an e-mail address', zh: '电子邮件地址' },
    valid: ['ada@example.com'],
    invalid: ['ada', 'ada@', '@example.com', 'a da@example.com'],
  },
  uri: {
    pattern: '^[A-Za-z][A-Za-z0-9+.-]*:[^\\x00-\\x20"<>\\\\^`{|}]+$',
    name: { en: 'an absolute URI', zh: '绝对 URI' },
    valid: ['https://example.com/a?b#c', 'urn:example:a'],
    invalid: ['example.com', '/a', 'https://exa mple.com'],
  },
}
