import type { Words } from '../catalogue.js'
import type { FactsFormat } from '../spec-types/files/facts.js'

/** What a format means, in a pattern that every engine reads alike: `format` alone is a remark in JSON Schema. */
export interface FormatFacts {
  pattern: string
  name: Words
  valid: [example: string, ...others: string[]]
  invalid: string[]
  /** JSON Schema has no format of this name: the schemas have the pattern alone. */
  isOurs?: true
}

const year = '[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])'
const clock = '([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](\\.[0-9]+)?(Z|[+-]([01][0-9]|2[0-3]):[0-5][0-9])'

export const formats: Record<FactsFormat, FormatFacts> = {
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
  // Numbers of JSON carry 53 bits in most languages, so a larger integer travels as its digits.
  uint64: {
    pattern:
      '^(0|[1-9][0-9]{0,18}|1[0-7][0-9]{18}|18[0-3][0-9]{17}|184[0-3][0-9]{16}|1844[0-5][0-9]{15}|18446[0-6][0-9]{14}|184467[0-3][0-9]{13}|1844674[0-3][0-9]{12}|184467440[0-6][0-9]{10}|1844674407[0-2][0-9]{9}|18446744073[0-6][0-9]{8}|1844674407370[0-8][0-9]{6}|18446744073709[0-4][0-9]{5}|184467440737095[0-4][0-9]{4}|18446744073709550[0-9]{3}|18446744073709551[0-5][0-9]{2}|1844674407370955160[0-9]|1844674407370955161[0-4]|18446744073709551615)$',
    name: {
      en: 'an integer from 0 to 18446744073709551615, as a string of digits',
      zh: '由数字组成的字符串，表示 0 到 18446744073709551615 的整数',
    },
    valid: ['42', '0', '9007199254740993', '18446744073709551615'],
    invalid: ['18446744073709551616', '-1', '1.0', '1e3', '007', 'random'],
    isOurs: true,
  },
}
