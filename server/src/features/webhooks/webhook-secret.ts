import { randomBytes } from 'node:crypto'
import type { Secrets } from '../../core/secrets.ts'

/** 256 random bits as Standard Webhooks writes them: `whsec_` and base64 (spec 2.6, 5.5). */
export const newWebhookSecret = (): string => `whsec_${randomBytes(32).toString('base64')}`

const context = (webhookId: string): string => `webhook.secret:${webhookId}`

export const sealSecret = (secrets: Secrets, webhookId: string, secret: string): string =>
  secrets.seal(secret, context(webhookId))

export const openSecret = (secrets: Secrets, webhookId: string, sealed: string): string =>
  secrets.open(sealed, context(webhookId))

/** As `openSecret`, for who opens the same ones all the time: keeps the last so many, at a tenth of the price. */
export function createSecretOpener(
  secrets: Secrets,
  kept = 1000,
): (webhookId: string, sealed: string) => string {
  const opened = new Map<string, string>()
  return (webhookId, sealed) => {
    const key = `${webhookId} ${sealed}`
    const known = opened.get(key)
    if (known !== undefined) return known
    const secret = openSecret(secrets, webhookId, sealed)
    const [oldest] = opened.keys()
    if (opened.size >= kept && oldest !== undefined) opened.delete(oldest)
    opened.set(key, secret)
    return secret
  }
}
