import { LanguageTag } from '@parley/protocol/scalars'
import { Compile } from 'typebox/compile'
import { lazy } from '../../core/lazy.ts'

/** The person who opened a mini app, as the platform describes them. */
export interface PlatformUser {
  /** Decimal. */
  id: string
  first_name: string | null
  last_name: string | null
  username: string | null
  language: string | null
  avatar_url: string | null
}

/** "At most 52 significant bits" (https://core.telegram.org/bots/webapps#webappuser). */
const maxUserId = 2 ** 52

const languageTag = lazy(() => Compile(LanguageTag))
/** Control characters, line separators and bidirectional overrides. */
const controls = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]+/gu

/** Reads a WebAppUser. null: not a person. */
export function readUser(json: string): PlatformUser | null {
  const user = parsed(json)
  if (typeof user !== 'object' || user === null || Array.isArray(user)) return null
  const { id, is_bot, first_name, last_name, username, language_code, photo_url } = user as Record<
    string,
    unknown
  >
  if (!Number.isSafeInteger(id) || (id as number) <= 0 || (id as number) >= maxUserId) return null
  if (is_bot !== undefined && is_bot !== false) return null
  return {
    id: String(id),
    first_name: text(first_name),
    last_name: text(last_name),
    username: text(username),
    language: languageTag().Check(language_code) ? language_code : null,
    avatar_url: pictureUrl(photo_url),
  }
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return null
  }
}

/** One line of at most 100 characters; null if there is none. */
function text(value: unknown): string | null {
  if (typeof value !== 'string') return null
  const line = value.toWellFormed().replace(controls, ' ').trim().slice(0, 100)
  // The limit may cut a surrogate pair in half.
  const whole = line
    .toWellFormed()
    .replace(/\ufffd$/, '')
    .trim()
  return whole === '' ? null : whole
}

/** Loaded by agents' browsers: only https. */
function pictureUrl(value: unknown): string | null {
  if (typeof value !== 'string' || value.length > 2048 || !URL.canParse(value)) return null
  const { protocol, href, username } = new URL(value)
  return protocol === 'https:' && username === '' ? href : null
}
