import type { Language } from '@parley/protocol/provider'
import { useMessages, type Catalogues } from '../../chat/chat-context.ts'
import type { Translate } from '../../messages/translate.ts'
import type { messages as english } from './messages/en.ts'

const catalogues: Catalogues<typeof english> = {
  en: () => import('./messages/en.ts'),
  tr: () => import('./messages/tr.ts'),
  de: () => import('./messages/de.ts'),
  es: () => import('./messages/es.ts'),
  fr: () => import('./messages/fr.ts'),
  ar: () => import('./messages/ar.ts'),
}

export type T = Translate<typeof english>

/** null until they are loaded. */
export const useMemberMessages = (onFailure?: () => void): T | null =>
  useMessages<typeof english>(catalogues, onFailure)

export const languages = Object.keys(catalogues) as Language[]
