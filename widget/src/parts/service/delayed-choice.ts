/** Time without another choice after which one counts (ms). */
export const settleMs = 1000

/** Holds a choice until no other follows: arrow keys choose each radio button on the way to the one that is meant. */
export function createDelayedChoice() {
  let timer: ReturnType<typeof setTimeout> | undefined
  let pending: (() => void) | null = null

  const drop = () => {
    clearTimeout(timer)
    pending = null
  }
  const flush = () => {
    const send = pending
    drop()
    send?.()
  }

  return {
    choose(send: () => void): void {
      drop()
      pending = send
      timer = setTimeout(flush, settleMs)
    },
    /** Sends what is held now. */
    flush,
    /** Forgets what is held. */
    drop,
  }
}
