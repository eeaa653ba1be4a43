/** Generates UUIDv7s (RFC 9562), strictly increasing within a millisecond and when the clock goes back. */
export function createUuids(now: () => number): () => string {
  let time = 0
  let count = 0
  return () => {
    const current = now()
    if (current > time) {
      time = current
      count = 0
    } else if (++count > 0xfff) {
      time++
      count = 0
    }
    const random = crypto.getRandomValues(new Uint8Array(8))
    random[0] = (random[0]! & 0x3f) | 0x80
    let tail = ''
    // Not Array.from: old libraries on host pages replace it with a version that ignores the mapping function.
    for (const byte of random) tail += hex(byte, 2)
    const head = hex(time, 12)
    return `${head.slice(0, 8)}-${head.slice(8)}-7${hex(count, 3)}-${tail.slice(0, 4)}-${tail.slice(4)}`
  }
}

const hex = (value: number, digits: number) => value.toString(16).padStart(digits, '0')
