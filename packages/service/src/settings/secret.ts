/** Known to this file alone: no other type has it. */
declare const secret: unique symbol

/**
 * A text or bytes that open something: a key, a password, what signs. Each member of the settings that is one has this type, and
 * with it `secretsOf` does not compile until it is listed there, so that none is written to a log.
 */
export type Secret<Value extends string | Buffer = string> = Value & { readonly [secret]?: true }

/** Where in a type secrets are, as `.upstreams[].apiKey`. */
export type SecretPath<Type> = Type extends string | Buffer
  ? typeof secret extends keyof Type
    ? ''
    : never
  : Type extends readonly (infer Member)[]
    ? `[]${SecretPath<Member>}`
    : Type extends ReadonlyMap<unknown, unknown>
      ? never
      : Type extends object
        ? { [Name in keyof Type & string]-?: `.${Name}${SecretPath<Type[Name]>}` }[keyof Type & string]
        : never
