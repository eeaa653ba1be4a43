import type { Duplex } from 'node:stream'

let corked = new Set<Duplex>()

/**
 * Call before each write: everything that one turn of the event loop writes to a stream leaves in one system call, for
 * example an acknowledgement together with the message's entry.
 */
export function coalesceWrites(stream: Duplex): void {
  if (corked.has(stream)) return
  // Runs after the promises of this turn have settled.
  if (corked.size === 0) process.nextTick(uncorkAll)
  corked.add(stream)
  stream.cork()
}

function uncorkAll(): void {
  const streams = corked
  corked = new Set()
  for (const stream of streams) stream.uncork()
}
