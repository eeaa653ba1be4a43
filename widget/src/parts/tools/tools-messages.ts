import type { Language } from '@parley/protocol/provider'
import { useMessages } from '../../chat/chat-context.ts'
import type { Translate } from '../../messages/translate.ts'
import { toolsCatalogues } from './catalogues.ts'
import type { messages as english } from './messages/en.ts'

export type T = Translate<typeof english>

/** null until they are loaded. */
export const useToolsMessages = (onFailure?: () => void): T | null =>
  useMessages<typeof english>(toolsCatalogues, onFailure)

export const languages = Object.keys(toolsCatalogues) as Language[]
