import { randomBytes } from 'node:crypto'
import type { Secrets } from '../../core/secrets.ts'

/** 256 random bits as Standard Webhooks writes them: `whsec_` and base64 (spec 2.6, 5.5). */
export const newWebhookSecret = (): string => `whsec_${randomBytes(32).toString('base64')}`

const context = (webhookId: string): string => `webhook.secret:${webhookId}`

export const sealSecret = (secrets: Secrets, webhookId: string, secret: string): string =>
  secrets.seal(secret, context(webhookId))

export const openSecret = (secrets: Secrets, webhookId: string, sealed: string): string =>
  secrets.open(sealed, context(webhookId))
