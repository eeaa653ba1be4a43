import type { Duplex } from 'node:stream'

let corked = new Set<Duplex>()

/**
 * What one turn of the event loop sends over a line leaves in one system call: a sender's acknowledgement together with the
 * entry of the message, and all that one batch of messages brings an agent. To be called before each write.
 */
export function gatherWrites(line: Duplex): void {
  if (corked.has(line)) return
  if (corked.size === 0) process.nextTick(letGo)
  corked.add(line)
  line.cork()
}

/** Runs when no promise of this turn is left to settle. */
function letGo(): void {
  const lines = corked
  corked = new Set()
  for (const line of lines) line.uncork()
}
