/**
 * The part of EBML (RFC 8794) needed for browser recordings: an element has an id, a size and content. Live recorders write Segment
 * and Cluster with unknown sizes, so both are entered instead of skipped.
 */

export const ids = {
  segment: 0x18538067,
  seekHead: 0x114d9b74,
  info: 0x1549a966,
  timestampScale: 0x2ad7b1,
  duration: 0x4489,
  cues: 0x1c53bb6b,
  cluster: 0x1f43b675,
  clusterTimestamp: 0xe7,
  simpleBlock: 0xa3,
  blockGroup: 0xa0,
  block: 0xa1,
} as const

export interface ElementHead {
  id: number
  /** Content size in bytes; null if unknown. */
  size: number | null
  /** Size of the element head (id and size fields) in bytes. */
  length: number
}

/** Reads an element head. Returns 'more' if it is incomplete, null if it is not EBML. */
export function readHead(bytes: Buffer, at: number): ElementHead | 'more' | null {
  const first = bytes[at]
  if (first === undefined) return 'more'
  const idLength = Math.clz32(first) - 23
  if (idLength > 4) return null
  const sizeByte = bytes[at + idLength]
  if (sizeByte === undefined) return 'more'
  const sizeLength = Math.clz32(sizeByte) - 23
  if (sizeLength > 8) return null
  if (at + idLength + sizeLength > bytes.length) return 'more'
  return {
    id: bytes.readUIntBE(at, idLength),
    size: readSize(bytes, at + idLength, sizeLength),
    length: idLength + sizeLength,
  }
}

function readSize(bytes: Buffer, at: number, length: number): number | null {
  let value = BigInt(bytes[at] ?? 0) & ((1n << BigInt(8 - length)) - 1n)
  for (let index = 1; index < length; index += 1) value = (value << 8n) | BigInt(bytes[at + index] ?? 0)
  return value === (1n << BigInt(7 * length)) - 1n ? null : Number(value)
}

/** Encodes a size in a field of that many bytes. undefined if it does not fit. */
export function writeSize(size: number, length: number): Buffer | undefined {
  const limit = (1n << BigInt(7 * length)) - 1n
  if (BigInt(size) >= limit) return undefined
  const field = Buffer.alloc(8)
  field.writeBigUInt64BE(BigInt(size) | (1n << BigInt(7 * length)))
  return field.subarray(8 - length)
}

export const readUint = (content: Buffer): number => content.reduce((value, byte) => value * 256 + byte, 0)

/** Splits complete content into its elements. null if it is damaged. */
export function childrenOf(content: Buffer): { id: number; start: number; content: Buffer }[] | null {
  const children: { id: number; start: number; content: Buffer }[] = []
  for (let at = 0; at < content.length;) {
    const head = readHead(content, at)
    if (head === 'more' || head === null || head.size === null) return null
    const end = at + head.length + head.size
    if (end > content.length) return null
    children.push({ id: head.id, start: at, content: content.subarray(at + head.length, end) })
    at = end
  }
  return children
}
