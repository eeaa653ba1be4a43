import type { KeyObject } from 'node:crypto'
import type { AttemptOutcome } from '@parley/protocol/webhook'
import type { Failure } from './failures.ts'

/** One POST to be made: `body` is signed and sent byte for byte (spec 5.5). */
export interface SendInput {
  url: string
  eventId: string
  type: string
  body: Buffer
  /** Of the webhook's secret. */
  key: KeyObject
  /** Whose delivery it is: one organization's dead names then wait behind each other, and nobody else behind them. */
  tenant?: string
}

/** How a POST ended (spec 7). Nothing in it is masked yet: it holds the signature and the links of the body. */
export interface SendResult {
  outcome: Exclude<AttemptOutcome, 'under_way' | 'interrupted'>
  status: number | null
  /** What the outcome and the status do not say. */
  failure: Failure | null
  /** To the status line, or to the failure. */
  durationMs: number
  /** What a refusal asked for (`Retry-After`, in seconds or as a date); 0 or more, as the receiver said it. */
  retryAfterSeconds: number | null
  /** null: nothing left this machine. */
  request: { url: string; headers: Record<string, string> } | null
  response: { status: number; headers: Record<string, string>; body: string; truncated: boolean } | null
}

/** Never throws for what a receiver or a network does: that is an outcome. */
export type Send = (input: SendInput) => Promise<SendResult>
