/**
 * Tests that fail since recovery, cancels and claims changed, each with why. They are skipped with that reason, so that whatever
 * else fails is seen; whoever makes one pass takes it from this list. First of all the one about kills: it is about money.
 */
export const notYet: Readonly<Record<string, string>> = {}
