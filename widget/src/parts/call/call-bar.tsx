import { useEffect, useRef } from 'preact/hooks'
import { useChat, useStore } from '../../chat/chat-context.ts'
import { CallButton, CallAvatar } from './call-icon.tsx'
import { titleOf } from './call-panel.tsx'
import { useCallMessages } from './call-messages.ts'
import { chatCallsOf, isBefore, isLive } from './chat-calls.ts'
import { CallStatus, Controls } from './live-call.tsx'
import { m } from './messages/keys.ts'

/** Shows a live call above the launcher while the window is closed. A call that has not started yet is cancelled. */
export function CallBar() {
  const chat = useChat()
  const t = useCallMessages()
  const own = chatCallsOf(chat)
  const state = useStore(own.calls.state)
  const barRef = useRef<HTMLElement>(null)
  const live = isLive(state)
  const preparing = isBefore(state)
  useEffect(() => {
    if (preparing) own.calls.hangUp()
  }, [own, preparing])
  if (!live || !t) return null

  const agent = 'agent' in state ? state.agent : null
  // The launcher owns the open state.
  const open = () => {
    const root = barRef.current?.getRootNode() as ShadowRoot
    root.querySelector<HTMLElement>('.launcher')?.click()
  }
  return (
    <section ref={barRef} class="call-bar" aria-label={t(m.call)}>
      <CallAvatar agent={agent} />
      {state.name === 'active' ? (
        <CallStatus own={own} t={t} />
      ) : (
        <span class="ellipsis">{titleOf(state, t, chat.settings.appearance.title)}</span>
      )}
      <Controls own={own} small t={t} />
      <CallButton icon="small" name={t(m.openCall)} onClick={open} />
    </section>
  )
}
