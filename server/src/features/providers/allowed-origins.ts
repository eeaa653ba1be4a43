import { AppError } from '../../core/app-error.ts'

/**
 * Origins as browsers write them: lower case, punycode, without the scheme's own port. Compared text by text
 * afterwards, so what a browser could never send must not get in.
 * @throws AppError invalid_request with the place of the one that is none
 */
export function normalizeOrigins(origins: string[]): string[] {
  return [...new Set(origins.map((origin, index) => normalize(origin, `/body/allowed_origins/${index}`)))]
}

function normalize(text: string, pointer: string): string {
  const origin = URL.canParse(text) ? new URL(text).origin : null
  if (origin === null || origin.includes('*')) {
    throw new AppError('invalid_request', { detail: `${text} is not the origin of a page.`, pointer })
  }
  return origin
}
