import { browserKind, type BrowserKind } from '@parley/client/calls/browser-kind'
import type { MediaProblemCode } from '@parley/client/calls/media-problem'
import type { Language } from '@parley/protocol/provider'
import type { Catalogues } from '../../chat/chat-context.ts'
import type { MessageKey } from '../../messages/translate.ts'
import type { messages as english } from './messages/en.ts'
import { m } from './messages/keys.ts'

/** A missing microphone, a call without a connection, or "Why can’t they hear me?" */
export type HelpTopic = MediaProblemCode | 'media_failed' | 'unheard'

export interface CallHelp {
  text: string
  /** Another attempt on this page can succeed. */
  canRetry: boolean
}

const catalogues: Catalogues<typeof english> = {
  en: () => import('./messages/en.ts'),
  tr: () => import('./messages/tr.ts'),
  de: () => import('./messages/de.ts'),
  es: () => import('./messages/es.ts'),
  fr: () => import('./messages/fr.ts'),
  ar: () => import('./messages/ar.ts'),
}

/** Returns what to do. Rejects when the texts cannot be loaded. */
export async function callHelp(topic: HelpTopic, language: Language): Promise<CallHelp> {
  const key = helpKey(topic)
  const { messages } = await catalogues[language]()
  return {
    text: messages[key as string as keyof typeof english],
    canRetry: key !== m.page && key !== m.insecure,
  }
}

/** In-app browsers: most have no microphone access and no setting for it. */
const withinApp = /\bwv\)|FBA[NV]|Instagram|Line\/|MicroMessenger|GSA\//

/** Each browser has its own setting for a denied permission. */
export function helpKey(topic: HelpTopic, userAgent = navigator.userAgent): MessageKey<typeof english> {
  if (topic !== 'denied') return topicTexts[topic]
  return withinApp.test(userAgent) ? m.insecure : deniedTexts[browserKind()]
}

const topicTexts: Record<Exclude<HelpTopic, 'denied'>, MessageKey<typeof english>> = {
  insecure: m.insecure,
  dismissed: m.dismissed,
  page: m.page,
  system: m.system,
  missing: m.missing,
  in_use: m.in_use,
  ended: m.ended,
  media_failed: m.media_failed,
  unheard: m.unheard,
}

const deniedTexts: Record<BrowserKind, MessageKey<typeof english>> = {
  chrome: m.denied_chrome,
  chrome_android: m.denied_chrome,
  firefox: m.denied_firefox,
  safari: m.denied_safari,
  safari_ios: m.denied_safari_ios,
  other: m.denied_other,
}
