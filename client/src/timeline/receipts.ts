import type { ReceiptParams } from '@parley/protocol/receipt'
import type { Answer } from '../connection/result.ts'
import type { Platform } from '../browser/platform.ts'
import { untilAnswered } from '../connection/retry-until-settled.ts'

const gatherTime = 300

export interface ReceiptsOptions {
  platform: Platform
  send: (params: ReceiptParams) => Promise<Answer<unknown>>
}

/** Tells how far the other side's messages have come here: gathered over 300 ms, never backwards. */
export interface Receipts {
  /** What the server knows already. */
  known: (told: { delivered: number; read: number }) => void
  delivered: (seq: number) => void
  /** Read includes delivered. */
  read: (seq: number) => void
  /** The connection is back: what did not get through goes once more. */
  flush: () => void
  close: () => void
}

export function createReceipts({ platform, send }: ReceiptsOptions): Receipts {
  const wanted = { delivered: 0, read: 0 }
  const told = { delivered: 0, read: 0 }
  let closed = false
  let cancel: (() => void) | undefined

  const due = () => wanted.delivered > told.delivered || wanted.read > told.read

  function arm() {
    if (!closed && due()) cancel ??= platform.after(gatherTime, () => void tell())
  }

  async function tell() {
    const sent = { ...wanted }
    const params = {
      ...(sent.delivered > told.delivered && { delivered: sent.delivered }),
      ...(sent.read > told.read && { read: sent.read }),
    }
    const answer = await untilAnswered(platform, () => send(params))
    cancel = undefined
    // flush() goes on when the connection is back.
    if (!answer.ok && answer.code === 'disconnected') return
    // Told, or refused for good.
    raise(told, sent)
    arm()
  }

  return {
    known: (reach) => raise(told, reach),
    delivered(seq) {
      raise(wanted, { delivered: seq, read: 0 })
      arm()
    },
    read(seq) {
      raise(wanted, { delivered: seq, read: seq })
      arm()
    },
    flush: () => arm(),
    close() {
      closed = true
      cancel?.()
    },
  }
}

function raise(reach: { delivered: number; read: number }, to: { delivered: number; read: number }) {
  reach.delivered = Math.max(reach.delivered, to.delivered)
  reach.read = Math.max(reach.read, to.read)
}
