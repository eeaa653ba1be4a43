import { useEffect, useLayoutEffect, useState } from 'preact/hooks'
import type { Store } from '@parley/client/state/store'
import type { WidgetSession } from '@parley/client/session/widget-session'
import type { Language, WidgetSettings } from '@parley/protocol/provider'
import type { messages } from '../messages/en.ts'
import { createTranslate, type Translate, type TranslationOf } from '../messages/translate.ts'
import type { Preferences } from '../preferences.ts'
import type { Draft } from './draft.ts'
import type { Parts } from './parts.ts'
import type { Times } from './times.ts'

/** Shared by all components of the chat. */
export interface ChatContext {
  session: WidgetSession
  settings: WidgetSettings
  language: Language
  direction: 'ltr' | 'rtl'
  t: Translate<typeof messages>
  times: Times
  preferences: { read(): Preferences; change(change: Preferences): void }
  parts: Parts
  draft: Draft
  /** Whether a member is signed in or could sign in. */
  withLogin(): boolean
  /** Address of the service, with a slash at the end. */
  base: string
  /** Whether the page passes `getToken` and its `user` is not null. */
  pageKnowsMembers(): boolean
}

let chat: Store<ChatContext>

/** Called before the first render. A page has one chat; changing the language replaces its context. */
export function provideChat(context: Store<ChatContext>): void {
  chat = context
}

export const useChat = (): ChatContext => useStore(chat)

/** The store's value; renders again when it changes. */
export function useStore<T>(store: Store<T>): T {
  const [, redraw] = useState({})
  useLayoutEffect(() => store.subscribe(() => redraw({})), [store])
  return store.get()
}

/** The tools; null until they are loaded, which begins when they are needed. */
export function useTools(needed: boolean) {
  const { parts } = useChat()
  useEffect(() => {
    if (needed) parts.fetchTools()
  }, [parts, needed])
  return useStore(parts.tools)
}

export type Catalogues<C> = Record<Language, () => Promise<{ messages: TranslationOf<C> }>>

/**
 * The texts of a lazily loaded part in the chat's language; null until they are loaded.
 *
 * @param onFailure called when loading fails; without it, the load is retried when the connection is back
 */
export function useMessages<C extends object>(
  catalogues: Catalogues<C>,
  onFailure?: () => void,
): Translate<C> | null {
  const { language, parts } = useChat()
  const [attempt, retry] = useState({})
  const [loaded, setLoaded] = useState<{ t: Translate<C> } | null>(null)
  useEffect(() => {
    catalogues[language]().then(
      ({ messages }) => setLoaded({ t: createTranslate(language, messages) }),
      onFailure ?? (() => parts.failed.add(() => retry({}))),
    )
  }, [catalogues, parts, language, attempt, onFailure])
  return loaded && loaded.t
}
