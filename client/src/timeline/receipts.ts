import type { ReceiptParams } from '@parley/protocol/receipt'
import type { Result } from '../connection/result.ts'
import type { Platform } from '../browser/platform.ts'
import { retryUntilSettled } from '../connection/retry-until-settled.ts'

const debounceMs = 300

export interface ReceiptsOptions {
  platform: Platform
  send: (params: ReceiptParams) => Promise<Result<unknown>>
}

/** Tells how far the other side's messages have come here: gathered over 300 ms, never backwards. */
export interface Receipts {
  /** What the server knows already. */
  confirm: (acknowledged: { delivered: number; read: number }) => void
  delivered: (seq: number) => void
  /** Read includes delivered. */
  read: (seq: number) => void
  /** The connection is back: what did not get through goes once more. */
  flush: () => void
  close: () => void
}

export function createReceipts({ platform, send }: ReceiptsOptions): Receipts {
  const wanted = { delivered: 0, read: 0 }
  const acknowledged = { delivered: 0, read: 0 }
  let closed = false
  let cancel: (() => void) | undefined

  const isDue = () => wanted.delivered > acknowledged.delivered || wanted.read > acknowledged.read

  function schedule() {
    if (!closed && isDue()) cancel ??= platform.after(debounceMs, () => void sendDue())
  }

  async function sendDue() {
    const sent = { ...wanted }
    const params = {
      ...(sent.delivered > acknowledged.delivered && { delivered: sent.delivered }),
      ...(sent.read > acknowledged.read && { read: sent.read }),
    }
    const answer = await retryUntilSettled(platform, () => send(params))
    cancel = undefined
    // flush() goes on when the connection is back.
    if (!answer.ok && answer.code === 'disconnected') return
    // Told, or refused for good.
    raise(acknowledged, sent)
    schedule()
  }

  return {
    confirm: (reach) => raise(acknowledged, reach),
    delivered(seq) {
      raise(wanted, { delivered: seq, read: 0 })
      schedule()
    },
    read(seq) {
      raise(wanted, { delivered: seq, read: seq })
      schedule()
    },
    flush: () => schedule(),
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
