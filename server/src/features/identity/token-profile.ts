import { LanguageTag } from '@parley/protocol/scalars'
import { Compile } from 'typebox/compile'

/** The optional claims of a socket token (spec 5.3). null: not said, or not usable; then named in `ignored`. */
export interface TokenProfile {
  name: string | null
  email: string | null
  avatar_url: string | null
  language: string | null
  ignored: string[]
}

const languageTag = Compile(LanguageTag)

/**
 * An optional claim that cannot be used costs nobody the login: a shop whose sign-up let a crooked e-mail through
 * still wants the chat of that member. It is left out, and told to the browser's console (SPEC M6).
 */
export function readProfile(claims: Record<string, unknown>): TokenProfile {
  const ignored: string[] = []
  const read = (claim: string, usable: (text: string) => string | null): string | null => {
    const value = claims[claim]
    // What a server writes of a user who has none.
    if (value === undefined || value === null || value === '') return null
    const text =
      typeof value === 'string' && value.isWellFormed() && !/\p{Cc}/u.test(value) ? usable(value) : null
    if (text === null) ignored.push(claim)
    return text
  }
  return {
    name: read('name', (text) => bounded(text.trim().replace(/\s+/g, ' '), 200)),
    email: read('email', (text) => (/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text) ? bounded(text, 254) : null)),
    avatar_url: read('avatar', pictureAddress),
    language: read('language', (text) => {
      const tag = text.replaceAll('_', '-')
      return languageTag.Check(tag) ? tag : null
    }),
    ignored,
  }
}

const bounded = (text: string, max: number): string | null =>
  text.length > 0 && text.length <= max ? text : null

/** Agents' browsers fetch it: https alone, and no user name or password in it. */
function pictureAddress(text: string): string | null {
  if (text.length > 2048 || !URL.canParse(text)) return null
  const { protocol, username, password, href } = new URL(text)
  return protocol === 'https:' && username === '' && password === '' ? href : null
}
