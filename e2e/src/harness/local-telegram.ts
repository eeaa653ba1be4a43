import { telegramPublicKeys } from '@parley/server/features/mini-app/telegram-keys'

/** Loaded before the service (`node --import`): replaces Telegram's public keys. The service has no setting for others. */
Object.assign(telegramPublicKeys, JSON.parse(process.env['LOCAL_TELEGRAM_KEYS'] ?? '{}'))
