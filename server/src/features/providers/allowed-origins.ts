import { AppError } from '../../core/app-error.ts'

/**
 * Returns the origins as browsers serialize them: lower case, punycode, without the default port. They are compared as
 * strings, so anything a browser never sends is rejected.
 * @throws AppError invalid_request with a pointer to the invalid origin
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
