import type { ReceiptParams } from '@parley/protocol/receipt'
import type { Result } from '../connection/result.ts'
import type { Platform } from '../browser/platform.ts'
import { retryUntilSettled } from '../connection/retry-until-settled.ts'

const debounceMs = 300

export interface ReceiptsOptions {
  platform: Platform
  send: (params: ReceiptParams) => Promise<Result<unknown>>
}

/** Reports delivered and read positions of the other side's messages. Debounced by 300 ms, never decreasing. */
export interface Receipts {
  /** Positions that the server has acknowledged. */
  confirm: (acknowledged: { delivered: number; read: number }) => void
  delivered: (seq: number) => void
  /** Read implies delivered. */
  read: (seq: number) => void
  /** Called when the connection is back. Sends unacknowledged positions again. */
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
    // flush() continues when the connection is back.
    if (!answer.ok && answer.code === 'disconnected') return
    // Acknowledged or permanently refused.
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
