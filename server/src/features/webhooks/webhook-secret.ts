import { randomBytes, type KeyObject } from 'node:crypto'
import { AppError } from '../../core/app-error.ts'
import { memoize } from '../../core/cache.ts'
import type { Secrets } from '../../core/secrets.ts'
import { signingKey } from './sending/signature.ts'

/** 256 random bits in the format of Standard Webhooks: `whsec_` and base64 (spec 2.6, 5.5). */
export const newWebhookSecret = (): string => `whsec_${randomBytes(32).toString('base64')}`

const context = (webhookId: string): string => `webhook.secret:${webhookId}`

export const sealSecret = (secrets: Secrets, webhookId: string, secret: string): string =>
  secrets.seal(secret, context(webhookId))

/** @throws AppError webhook_secret_unreadable if PARLEY_SECRET is not the one that sealed it */
export function openSecret(secrets: Secrets, webhookId: string, sealed: string): string {
  try {
    return secrets.open(sealed, context(webhookId))
  } catch (cause) {
    throw new AppError('webhook_secret_unreadable', { cause })
  }
}

/** Returns the signing key of a webhook's sealed secret. Cached: opening it costs ten times as much as a cache hit. */
export function createKeyOpener(
  secrets: Secrets,
  maxKeys = 1000,
): (webhookId: string, sealed: string) => KeyObject {
  const opened = memoize((key) => {
    const [webhookId = '', sealed = ''] = key.split(' ')
    return signingKey(openSecret(secrets, webhookId, sealed))
  }, maxKeys)
  return (webhookId, sealed) => opened(`${webhookId} ${sealed}`)
}
