import { createHmac } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { equalInConstantTime } from '../../core/secrets.ts'

/** better-auth's session cookie: `name=<token>.<base64 HMAC-SHA256>`, percent-encoded. */
export interface CookieForm {
  name: string
  secret: string
}

export const cookiePrefix = 'parley'

/** The name that better-auth gives the cookie. */
export const sessionCookieName = (baseUrl: string) =>
  `${baseUrl.startsWith('https:') ? '__Secure-' : ''}${cookiePrefix}.session_token`

/** Returns the session token if its signature is valid, else null. Does not check whether the session exists. */
export function readSessionToken(headers: IncomingHttpHeaders, form: CookieForm): string | null {
  const value = cookieValue(headers.cookie ?? '', form.name)
  if (value === null) return null
  const dot = value.lastIndexOf('.')
  const token = value.slice(0, dot)
  const expected = createHmac('sha256', form.secret).update(token).digest('base64')
  return dot > 0 && equalInConstantTime(value.slice(dot + 1), expected) ? token : null
}

function cookieValue(header: string, name: string): string | null {
  for (const pair of header.split(';')) {
    const equals = pair.indexOf('=')
    if (equals < 0 || pair.slice(0, equals).trim() !== name) continue
    try {
      return decodeURIComponent(pair.slice(equals + 1).trim())
    } catch {
      return null
    }
  }
  return null
}
