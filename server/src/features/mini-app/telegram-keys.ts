import { createPublicKey, type KeyObject } from 'node:crypto'

/**
 * Telegram's Ed25519 keys of both environments, in hexadecimal
 * (https://core.telegram.org/bots/webapps#validating-data-for-third-party-use). Tests replace them.
 */
export const telegramPublicKeys = {
  production: 'e7bf03a2fa4602af4580703d88dda5bb59f32ed8b02a56c187fe7d34caed242d',
  test: '40055058a4ee38156a06562e52eece92a771bcd8346a8c4615cb7376eddf72ec',
}

export type TelegramPublicKeys = typeof telegramPublicKeys

export const ed25519Key = (hex: string): KeyObject =>
  createPublicKey({
    key: { kty: 'OKP', crv: 'Ed25519', x: Buffer.from(hex, 'hex').toString('base64url') },
    format: 'jwk',
  })
