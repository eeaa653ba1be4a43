import type { Catalogues } from '../../chat/chat-context.ts'
import type { messages as english } from './messages/en.ts'

/** In the chat, which loads them together with the tools. */
export const toolsCatalogues: Catalogues<typeof english> = {
  en: () => import('./messages/en.ts'),
  tr: () => import('./messages/tr.ts'),
  de: () => import('./messages/de.ts'),
  es: () => import('./messages/es.ts'),
  fr: () => import('./messages/fr.ts'),
  ar: () => import('./messages/ar.ts'),
}
