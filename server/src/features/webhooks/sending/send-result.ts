import type { KeyObject } from 'node:crypto'
import type { AttemptOutcome } from '@parley/protocol/webhook'
import type { Failure } from './failures.ts'

/** A POST to send: `body` is signed and sent byte for byte (spec 5.5). */
export interface SendInput {
  url: string
  eventId: string
  type: string
  body: Buffer
  /** Signing key of the webhook's secret. */
  key: KeyObject
  /** The delivery's organization: lookups of unresponsive names only block lookups of the same tenant. */
  tenant?: string
}

/** Result of a POST (spec 7), not masked yet: contains the signature and the links of the body. */
export interface SendResult {
  outcome: Exclude<AttemptOutcome, 'under_way' | 'interrupted'>
  status: number | null
  /** Details beyond the outcome and the status. */
  failure: Failure | null
  /** Time to the status line or the failure. */
  durationMs: number
  /** `Retry-After` of a failed response, converted to seconds (0 or more) and otherwise unchanged. */
  retryAfterSeconds: number | null
  /** null if no request was sent. */
  request: { url: string; headers: Record<string, string> } | null
  response: { status: number; headers: Record<string, string>; body: string; truncated: boolean } | null
}

/** Receiver and network errors are outcomes, not exceptions. */
export type Send = (input: SendInput) => Promise<SendResult>
