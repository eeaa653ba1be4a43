/** The stored list, which others may have changed since `base`, with the own additions and removals. */
export function mergedList(
  base: readonly string[],
  own: readonly string[],
  stored: readonly string[],
): string[] {
  const kept = stored.filter((item) => own.includes(item) || !base.includes(item))
  return [...kept, ...own.filter((item) => !base.includes(item) && !stored.includes(item))]
}
