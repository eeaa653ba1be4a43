import type { Attempt } from '@parley/protocol/webhook'

export type Advice =
  | 'timeout'
  | 'connection'
  | 'refused'
  | 'interrupted'
  | 'secret'
  | 'address'
  | 'gone'
  | 'redirect'
  | 'tooLarge'
  | 'busy'
  | 'theirs'
  | 'rejected'

/** Advice for a failed attempt; null if none is needed. */
export function adviceFor({
  outcome,
  status,
  failure,
}: Pick<Attempt, 'outcome' | 'status' | 'failure'>): Advice | null {
  switch (outcome) {
    case 'under_way':
    case 'delivered':
      return null
    case 'connection_error':
      return 'connection'
    case 'timeout':
      // Without a connection, the receiver had nothing to respond to.
      return failure?.code === 'connection_late' || failure?.code === 'look_up_late'
        ? 'connection'
        : 'timeout'
    case 'refused':
    case 'interrupted':
      return outcome
    case 'bad_status':
      return adviceForStatus(status ?? 0)
    default:
      return outcome satisfies never
  }
}

function adviceForStatus(status: number): Advice {
  if (status >= 300 && status < 400) return 'redirect'
  if (status >= 500) return 'theirs'
  switch (status) {
    case 401:
    case 403:
      return 'secret'
    case 404:
    case 405:
      return 'address'
    case 410:
      return 'gone'
    case 413:
      return 'tooLarge'
    case 429:
      return 'busy'
    default:
      return 'rejected'
  }
}
