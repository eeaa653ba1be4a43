/**
 * Runs `work` for one item after the other; one that fails does not stop those behind it.
 * @throws the first error, after the last item
 */
export async function settleEach<T>(items: Iterable<T>, work: (item: T) => Promise<unknown>): Promise<void> {
  const errors: unknown[] = []
  for (const item of items) {
    try {
      await work(item)
    } catch (error) {
      errors.push(error)
    }
  }
  if (errors.length > 0) throw errors[0]
}
