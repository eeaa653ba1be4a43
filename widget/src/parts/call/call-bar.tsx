import { useEffect, useRef } from 'preact/hooks'
import { useChat, useStore } from '../../chat/chat-context.ts'
import { CallButton, Who } from './call-icon.tsx'
import { titleOf } from './call-panel.tsx'
import { useCallMessages } from './call-messages.ts'
import { callsOf, isLive } from './calls-of.ts'
import { About, Controls } from './live-call.tsx'
import { m } from './messages/keys.ts'

/** While the window is closed a call goes on, and shows above the launcher. What was only begun is let go of. */
export function CallBar() {
  const chat = useChat()
  const t = useCallMessages()
  const own = callsOf(chat)
  const state = useStore(own.calls.state)
  const barRef = useRef<HTMLElement>(null)
  const live = isLive(state)
  useEffect(() => {
    if (state.name === 'checking' || state.name === 'ready') own.calls.hangUp()
  }, [own, state.name])
  if (!live || !t) return null

  const agent = 'agent' in state ? state.agent : null
  // The window is opened and closed by the launcher alone.
  const open = () => {
    const root = barRef.current?.getRootNode() as ShadowRoot
    root.querySelector<HTMLElement>('.launcher')?.click()
  }
  return (
    <section ref={barRef} class="call-bar" aria-label={t(m.call)}>
      <Who agent={agent} />
      {state.name === 'active' ? (
        <About own={own} t={t} />
      ) : (
        <span class="file-name">{titleOf(state, t, chat.settings.appearance.title)}</span>
      )}
      <Controls own={own} small t={t} />
      <CallButton icon="small" name={t(m.openCall)} onClick={open} />
    </section>
  )
}
