/** Returns a function that makes the value at its first call and then returns the same one. */
export function lazy<Value>(make: () => Value): () => Value {
  let made: { value: Value } | undefined
  return () => (made ??= { value: make() }).value
}

/** As `lazy`, for what is loaded. A failure is not kept: the next call tries again. */
export function lazyLoad<Value>(load: () => Promise<Value>): () => Promise<Value> {
  let loaded: Promise<Value> | undefined
  return () => {
    const value = (loaded ??= load())
    value.catch(() => {
      if (loaded === value) loaded = undefined
    })
    return value
  }
}
