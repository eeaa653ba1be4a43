import { LanguageTag } from '@parley/protocol/scalars'
import { AttributeValues } from '@parley/protocol/visitor-context'
import { Compile } from 'typebox/compile'
import { lazy } from '../../core/lazy.ts'

/** Optional claims of a socket token (spec 5.3). null: missing, or invalid and then listed in `ignored`. */
export interface TokenProfile {
  name: string | null
  email: string | null
  avatar_url: string | null
  language: string | null
  /** null: not in the token; the stored value is kept. */
  attributes: AttributeValues | null
  ignored: string[]
}

const languageTag = lazy(() => Compile(LanguageTag))
const attributeValues = lazy(() => Compile(AttributeValues))

/**
 * An invalid optional claim does not fail the login: a malformed email in a shop's database must not lock that member out
 * of the chat. It is omitted and reported to the browser's console (SPEC M6).
 */
export function readProfile(claims: Record<string, unknown>): TokenProfile {
  const ignored: string[] = []
  const read = (claim: string, usable: (text: string) => string | null): string | null => {
    const value = claims[claim]
    // How servers represent a missing value.
    if (value === undefined || value === null || value === '') return null
    const text =
      typeof value === 'string' && value.isWellFormed() && !/\p{Cc}/u.test(value) ? usable(value) : null
    if (text === null) ignored.push(claim)
    return text
  }
  const attributes = claims['attributes'] ?? null
  const hasAttributes = attributeValues().Check(attributes)
  return {
    name: read('name', (text) => bounded(text.trim().replace(/\s+/g, ' '), 200)),
    email: read('email', (text) =>
      bounded(text, 254) !== null && /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text) ? text : null,
    ),
    avatar_url: read('avatar', avatarUrl),
    language: read('language', (text) => {
      const tag = text.replaceAll('_', '-')
      return languageTag().Check(tag) ? tag : null
    }),
    attributes: hasAttributes ? attributes : null,
    ignored: hasAttributes || attributes === null ? ignored : [...ignored, 'attributes'],
  }
}

const bounded = (text: string, max: number): string | null =>
  text.length > 0 && text.length <= max ? text : null

/** Loaded by agents' browsers: only https, without user name and password. */
function avatarUrl(text: string): string | null {
  if (text.length > 2048 || !URL.canParse(text)) return null
  const { protocol, username, password, href } = new URL(text)
  return protocol === 'https:' && username === '' && password === '' ? href : null
}
