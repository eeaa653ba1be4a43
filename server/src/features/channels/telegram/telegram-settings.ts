import type { EnvironmentReader } from '../../../core/environment.ts'

export interface TelegramSettings {
  /** Without a trailing slash. */
  apiUrl: string
  /** What bots may download: 20 MB with Telegram's own server, any size with one of the operator. */
  maxDownloadBytes: number
  /** Telegram's servers for tests have accounts, bots and keys of their own. */
  environment: 'production' | 'test'
}

export const cloudApi = 'https://api.telegram.org'
/** MAX_DOWNLOAD_FILE_SIZE of Telegram's server (github.com/tdlib/telegram-bot-api). Documented as 20 MB. */
const cloudDownloadBytes = 20 * 1024 * 1024

/** A Bot API server of the operator (https://core.telegram.org/bots/api#using-a-local-bot-api-server) may be in their network. */
export function readTelegramSettings(reader: EnvironmentReader): TelegramSettings {
  const value = reader.text('PARLEY_TELEGRAM_API_URL') ?? cloudApi
  const url = URL.canParse(value) ? new URL(value) : null
  const isUsable =
    url !== null &&
    ['https:', 'http:'].includes(url.protocol) &&
    url.search === '' &&
    url.hash === '' &&
    url.username === ''
  if (!isUsable)
    reader.refuse(
      `PARLEY_TELEGRAM_API_URL is "${value}", which is not a URL without query and user name. Use the address of your Bot API server, like http://bot-api:8081.`,
    )
  const apiUrl = value.replace(/\/+$/, '')
  const environment = reader.oneOf(
    'PARLEY_TELEGRAM_ENVIRONMENT',
    ['production', 'test'] as const,
    'production',
  )
  return { apiUrl, maxDownloadBytes: apiUrl === cloudApi ? cloudDownloadBytes : 2_000_000_000, environment }
}
