import type { Attempt } from '@parley/protocol/webhook'
import type { Messages } from '../../messages/en.ts'

type Texts = Messages['deliveries']

/** Not all codes have a text: during an upgrade, the service may be newer than this panel. */
type Known<T> = Partial<Record<string, string | ((value: T) => string)>>

/** Localized by code; otherwise the service's own text. */
export function failureText(
  texts: Texts,
  { failure, error }: Pick<Attempt, 'failure' | 'error'>,
): string | null {
  // Undefined in a webhook's trouble while the service is older than this panel, during an upgrade.
  if (!failure) return error
  const known: Known<string> = texts.failures
  const text = known[failure.code]
  if (text === undefined) return error
  return typeof text === 'string' ? text : text(failure.detail ?? '')
}

/** An outcome without a text is shown as the service named it. */
export function outcomeText(texts: Texts, { outcome, status }: Pick<Attempt, 'outcome' | 'status'>): string {
  const known: Known<number> = texts.outcomes
  const text = known[outcome]
  if (text === undefined) return outcome
  return typeof text === 'string' ? text : text(status ?? 0)
}

/** Why an attempt has no request; null: it has one, or has not sent it yet. */
export function missingRequestText(
  texts: Texts,
  { request, outcome, failure }: Pick<Attempt, 'request' | 'outcome' | 'failure'>,
): string | null {
  if (request !== null || outcome === 'under_way') return null
  if (failure?.code === 'not_stored') return texts.failures.not_stored
  return outcome === 'interrupted' ? texts.maybeSent : texts.nothingSent
}
