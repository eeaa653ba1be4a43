/**
 * JSON.stringify for plain data that ignores `toJSON` methods: on a host page, Prototype 1.6 adds one to arrays, which would be
 * sent as strings. The replacer receives its result, but `this` still has the original.
 */
export const toJson = (value: unknown): string =>
  JSON.stringify(value, function (this: Record<string, unknown>, key) {
    return this[key]
  })
