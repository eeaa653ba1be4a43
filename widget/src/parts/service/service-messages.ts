import { useMessages, type Catalogues } from '../../chat/chat-context.ts'
import type { MessageKey, Translate } from '../../messages/translate.ts'
import type { messages as english } from './messages/en.ts'

const catalogues: Catalogues<typeof english> = {
  en: () => import('./messages/en.ts'),
  tr: () => import('./messages/tr.ts'),
  de: () => import('./messages/de.ts'),
  es: () => import('./messages/es.ts'),
  fr: () => import('./messages/fr.ts'),
  ar: () => import('./messages/ar.ts'),
}

export type ServiceKey = MessageKey<typeof english>

/** null until they are loaded. */
export const useServiceMessages = (): Translate<typeof english> | null =>
  useMessages<typeof english>(catalogues)
