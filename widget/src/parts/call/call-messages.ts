import { useMessages, type Catalogues } from '../../chat/chat-context.ts'
import type { MessageKey, Translate } from '../../messages/translate.ts'
import type { messages as english } from './messages/en.ts'

export const callCatalogues: Catalogues<typeof english> = {
  en: () => import('./messages/en.ts'),
  tr: () => import('./messages/tr.ts'),
  de: () => import('./messages/de.ts'),
  es: () => import('./messages/es.ts'),
  fr: () => import('./messages/fr.ts'),
  ar: () => import('./messages/ar.ts'),
}

export type CallKey = MessageKey<typeof english>
export type T = Translate<typeof english>

/** null until they are loaded. */
export const useCallMessages = (): T | null => useMessages<typeof english>(callCatalogues)
