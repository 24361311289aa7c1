/** The same object with some members in the place of its own; all others are called on itself. */
export function withMembers<T extends object>(target: T, members: Partial<T>): T {
  return new Proxy(target, {
    get(object, name) {
      if (Object.hasOwn(members, name)) return Reflect.get(members, name) as unknown
      const member: unknown = Reflect.get(object, name, object)
      return typeof member === 'function' ? (member.bind(object) as unknown) : member
    },
  })
}
