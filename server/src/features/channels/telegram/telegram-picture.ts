import type { File as TelegramFile, UserProfilePhotos } from '@grammyjs/types'
import type { FetchedPicture } from '../adapter.ts'
import type { ApiResult, TelegramApi } from './telegram-api.ts'

/** Pixels. Twice what the panel shows. */
const minWidth = 96
/** Connecting a bot waits for its picture for at most this long. */
const timeoutMs = 5000

/**
 * The current profile photo of a bot, in the smallest size that is sharp enough
 * (https://core.telegram.org/bots/api#getuserprofilephotos).
 * @param token begins with the bot's id
 */
export async function fetchBotPicture(
  api: TelegramApi,
  token: string,
  maxBytes: number,
): Promise<FetchedPicture> {
  const photos = await api.call<UserProfilePhotos>(
    token,
    'getUserProfilePhotos',
    { user_id: Number(token.split(':')[0]), limit: 1 },
    { timeoutMs },
  )
  if (photos.outcome !== 'ok') return withoutResult(photos)
  const sizes = (photos.result.photos[0] ?? []).toSorted((a, b) => a.width - b.width)
  const size = sizes.find(({ width }) => width >= minWidth) ?? sizes.at(-1)
  if (!size || (size.file_size ?? 0) > maxBytes) return { outcome: 'none' }
  const file = await api.call<TelegramFile>(token, 'getFile', { file_id: size.file_id }, { timeoutMs })
  if (file.outcome !== 'ok') return withoutResult(file)
  if (!file.result.file_path) return { outcome: 'none' }
  const response = await api.download(token, file.result.file_path, { timeoutMs })
  if (!(response instanceof Response)) return { outcome: 'unavailable' }
  return readUpTo(response, maxBytes)
}

/** A refusal of the request is permanent; other failures may be temporary. */
const withoutResult = (result: Exclude<ApiResult<never>, { outcome: 'ok' }>): FetchedPicture =>
  result.outcome === 'refused' && result.code === 400 ? { outcome: 'none' } : { outcome: 'unavailable' }

async function readUpTo(response: Response, maxBytes: number): Promise<FetchedPicture> {
  const pieces: Uint8Array[] = []
  let length = 0
  try {
    for await (const piece of response.body ?? []) {
      length += piece.length
      if (length > maxBytes) return { outcome: 'none' }
      pieces.push(piece)
    }
  } catch {
    return { outcome: 'unavailable' }
  }
  return { outcome: 'fetched', content: Buffer.concat(pieces) }
}
