import type { Language, WidgetSettings } from '@parley/protocol/provider'
import type { MessagesModule } from '../src/chat-contract.ts'
import { mountChat } from '../src/chat/mount-chat.tsx'
import { chooseLanguage } from '../src/language.ts'
import { createLauncher } from '../src/loader/launcher.ts'
import { isMockCall, openMockCall } from './mock-call.ts'
import { openMockSession, type MockState } from './mock-session.ts'

/** `npx vite widget`, then /preview/: the chat in any state and language, without a service. */
const wanted = new URLSearchParams(location.search)
const language = chooseLanguage([wanted.get('language')])
const settings: WidgetSettings = {
  id: 'preview',
  appearance: {
    brand_color: wanted.get('color') ?? '#0d7793',
    color_scheme: (wanted.get('scheme') ?? 'auto') as 'auto' | 'light' | 'dark',
    position: wanted.get('position') === 'left' ? 'left' : 'right',
    title: wanted.get('title') ?? 'Kiln & Co.',
    greeting: null,
    language: 'auto',
  },
  logins: wanted.has('logins') ? ['google', 'facebook', 'apple', 'github', 'x'] : [],
  media: { max_bytes: 4_000_000, accept: ['image/png', 'image/jpeg', 'application/pdf'] },
}
const catalogues = import.meta.glob<MessagesModule>('../src/messages/??.ts')
const loadMessages = async (language: Language) => {
  const catalogue = await catalogues[`../src/messages/${language}.ts`]?.()
  if (!catalogue) throw new Error(`There is no catalogue for ${language}`)
  return catalogue.messages
}
const session = openMockSession((wanted.get('state') ?? 'talk') as MockState, {
  mode: 'video',
  recording: wanted.has('ask') ? 'ask' : 'notify',
})
const call = wanted.get('call') ?? ''
if (isMockCall(call)) {
  const { registerCalls } = await import('../src/parts/call/chat-calls.ts')
  const preferences = { read: () => ({ muted: true }), change: () => {} }
  registerCalls({ session, preferences }, openMockCall(call, { moving: wanted.has('moving') }))
}
let open = false
const launcher = createLauncher(settings, language, { toggle: () => show(!open), approach: () => {} })
document.documentElement.append(launcher.element)
const chat = mountChat(
  {
    base: `${location.origin}/`,
    root: launcher.root,
    settings,
    language,
    messages: await loadMessages(language),
    loadMessages,
    config: () => ({ providerId: settings.id }),
    launcher: launcher.label,
    logError: (text) => console.error(text),
    emit: () => {},
    leave: () => '',
    close: () => show(false),
  },
  () => session,
)
function show(next: boolean): void {
  open = next
  launcher.show(open ? 'open' : 'closed')
  if (open) chat.show(true)
  else chat.hide()
}
if (!wanted.has('closed')) show(true)
Object.assign(window, { session })
