import type { File as TelegramFile, Update, User, WebhookInfo } from '@grammyjs/types'
import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import { equalInConstantTime } from '../../../core/secrets.ts'
import type {
  ChannelAccount,
  ChannelAdapter,
  FetchedContent,
  InboundFile,
  Polled,
  PollPosition,
  PollTurn,
  SetUp,
} from '../adapter.ts'
import { createTelegramApi, downloadMs, isToken, type ApiResult } from './telegram-api.ts'
import { allowedUpdates, parseUpdates, placeOf } from './telegram-inbound.ts'
import { fetchBotPicture } from './telegram-picture.ts'
import { editPart, planParts, removePart, sendPart } from './telegram-outbound.ts'

/** How long Telegram keeps a request for updates open. */
const pollSeconds = 25

const isTokenRefused = (code: number): boolean => code === 401 || code === 404

function setUpFailure(result: Exclude<ApiResult<unknown>, { outcome: 'ok' }>): SetUp {
  if (result.outcome !== 'refused') return { outcome: 'failed', problem: 'unreachable' }
  return { outcome: 'failed', problem: isTokenRefused(result.code) ? 'credentials_refused' : null }
}

/**
 * Telegram bots (https://core.telegram.org/bots/api).
 * @param options.baseUrl of the Bot API
 * @param options.maxDownloadBytes what the Bot API lets bots download
 */
export function createTelegramAdapter(options: {
  baseUrl: string
  environment: 'production' | 'test'
  maxDownloadBytes: number
}): ChannelAdapter {
  const api = createTelegramApi(options)

  /** Telegram refuses addresses that it cannot call: unknown or private ones, other ports, invalid certificates. */
  async function setUp(
    { credentials }: ChannelAccount,
    webhook: { url: string; secret: string } | null,
  ): Promise<SetUp> {
    const set =
      webhook &&
      (await api.call(credentials, 'setWebhook', {
        url: webhook.url,
        secret_token: webhook.secret,
        allowed_updates: allowedUpdates,
      }))
    if (set?.outcome === 'ok') return { outcome: 'ready', mode: 'webhook' }
    const isAddressRefused = set?.outcome === 'refused' && set.code === 400
    if (set && !isAddressRefused) return setUpFailure(set)
    const removed = await api.call(credentials, 'deleteWebhook', {})
    return removed.outcome === 'ok' ? { outcome: 'ready', mode: 'polling' } : setUpFailure(removed)
  }

  async function poll(
    { credentials }: ChannelAccount,
    { cursor: after }: PollPosition,
    { signal }: PollTurn,
  ): Promise<Polled> {
    const result = await api.call<unknown[]>(
      credentials,
      'getUpdates',
      {
        ...(after !== null && { offset: after + 1 }),
        timeout: pollSeconds,
        limit: 100,
        allowed_updates: allowedUpdates,
      },
      { timeoutMs: (pollSeconds + 10) * 1000, signal },
    )
    if (result.outcome === 'ok') {
      const last = (result.result as Update[]).at(-1)
      return { outcome: 'updates', payloads: result.result, cursor: last?.update_id ?? null }
    }
    if (result.outcome !== 'refused') return { outcome: 'later', seconds: 3, problem: 'unreachable' }
    const { code, retryAfter } = result
    // 409: another program polls for updates or has set a webhook.
    if (code === 409) return { outcome: 'later', seconds: 10, problem: 'other_receiver' }
    if (isTokenRefused(code)) return { outcome: 'later', seconds: 60, problem: 'credentials_refused' }
    return { outcome: 'later', seconds: retryAfter ?? 5, problem: null }
  }

  async function fetchFile(
    { credentials }: ChannelAccount,
    { reference, size }: InboundFile,
  ): Promise<FetchedContent> {
    if (size !== null && size > options.maxDownloadBytes) return { outcome: 'too_large' }
    if (credentials === '') return { outcome: 'unavailable' }
    const found = await api.call<TelegramFile>(credentials, 'getFile', { file_id: reference })
    if (found.outcome === 'refused') {
      if (found.description.includes('too big')) return { outcome: 'too_large' }
      if (found.description.includes('invalid file_id')) return { outcome: 'gone' }
      // Among others "wrong file_id or the file is temporarily unavailable", the text for every failed transfer.
      return { outcome: 'unavailable', retryAfter: found.retryAfter }
    }
    if (found.outcome !== 'ok') return { outcome: 'unavailable' }
    if (!found.result.file_path) return { outcome: 'gone' }
    const { file_path: path, file_size: bytes = size ?? 0 } = found.result
    const timeoutMs = downloadMs(Math.min(bytes, options.maxDownloadBytes))
    const response = await api.download(credentials, path, { timeoutMs })
    // Also with 404: the next attempt requests a new address.
    if (!(response instanceof Response)) return { outcome: 'unavailable' }
    const length = Number(response.headers.get('content-length') ?? found.result.file_size)
    if (!response.body || !Number.isSafeInteger(length) || length <= 0 || length > options.maxDownloadBytes) {
      await response.body?.cancel()
      return { outcome: length > options.maxDownloadBytes ? 'too_large' : 'gone' }
    }
    return {
      outcome: 'fetched',
      size: length,
      body: Readable.fromWeb(response.body as ReadableStream<Uint8Array>),
    }
  }

  return {
    channel: 'telegram',
    webhooks: true,
    refusedSending: 'credentials_refused',
    isWellFormed: isToken,

    async identify(credentials) {
      const result = await api.call<User>(credentials, 'getMe', {})
      // Another refusal, such as too many requests, tells nothing about the token.
      if (result.outcome === 'refused' && isTokenRefused(result.code)) return { outcome: 'refused' }
      if (result.outcome !== 'ok') return { outcome: 'unreachable' }
      const { id, first_name: name, username } = result.result
      return { outcome: 'identified', accountId: String(id), name, username: username ?? null }
    },

    fetchPicture: ({ credentials }, maxBytes) => fetchBotPicture(api, credentials, maxBytes),
    setUp,

    async tearDown({ credentials }) {
      await api.call(credentials, 'deleteWebhook', {})
    },

    async inspect({ credentials }, webhookUrl, { lastInboundAt, problem }) {
      const result = await api.call<WebhookInfo>(credentials, 'getWebhookInfo', {})
      // Another refusal, such as too many requests, tells nothing about the account.
      if (result.outcome === 'refused') return isTokenRefused(result.code) ? 'credentials_refused' : problem
      if (result.outcome !== 'ok') return 'unreachable'
      const { url, last_error_date: failedAt = 0, pending_update_count: waiting } = result.result
      if (webhookUrl !== null && url === '') return 'webhook_missing'
      if (url !== (webhookUrl ?? '')) return 'other_receiver'
      // Telegram keeps reporting the last error after the webhook works again.
      const isRecent = failedAt * 1000 > Date.now() - 300_000
      const isLast = failedAt * 1000 > Date.parse(lastInboundAt ?? '1970-01-01')
      return webhookUrl !== null && isLast && (waiting > 0 || isRecent) ? 'webhook_refused' : null
    },

    isAuthentic(headers, secret) {
      const told = headers['x-telegram-bot-api-secret-token']
      return typeof told === 'string' && equalInConstantTime(told, secret)
    },

    place: placeOf,
    parse: parseUpdates,
    poll,
    fetchFile,
    plan: planParts,
    send: (account, outbound) => sendPart(api, account, outbound),
    edit: (account, change) => editPart(api, account, change),
    remove: (account, change) => removePart(api, account, change),

    async showTyping({ credentials }, contact) {
      await api.call(
        credentials,
        'sendChatAction',
        { chat_id: Number(contact), action: 'typing' },
        { timeoutMs: 5000 },
      )
    },
  }
}
