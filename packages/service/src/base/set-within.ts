/** How many entries a map of what can be looked up again may have. */
const most = 10_000

/** Sets an entry of a map of what can be looked up again: one that is full is emptied first, so that it takes no more memory than that. */
export function setWithin<Key, Value>(map: Map<Key, Value>, key: Key, value: Value): void {
  if (map.size >= most) map.clear()
  map.set(key, value)
}
