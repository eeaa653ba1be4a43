import { useEffect, useRef } from 'preact/hooks'
import { useChat, useStore } from '../../chat/chat-context.ts'
import { CallButton, Who } from './call-icon.tsx'
import { titleOf } from './call-panel.tsx'
import { useCallWords } from './call-words.ts'
import { callsOf, isLive } from './calls-of.ts'
import { About, Controls } from './live-call.tsx'

/** While the window is closed a call goes on, and shows above the launcher. What was only begun is let go of. */
export function CallBar() {
  const chat = useChat()
  const say = useCallWords()
  const own = callsOf(chat)
  const state = useStore(own.calls.state)
  const barRef = useRef<HTMLElement>(null)
  const live = isLive(state)
  useEffect(() => {
    if (state.name === 'checking' || state.name === 'ready') own.calls.hangUp()
  }, [own, state.name])
  if (!live || !say) return null

  const agent = 'agent' in state ? state.agent : null
  // The window is opened and closed by the launcher alone.
  const open = () => {
    const root = barRef.current?.getRootNode() as ShadowRoot
    root.querySelector<HTMLElement>('.launcher')?.click()
  }
  return (
    <section ref={barRef} class="call-bar" aria-label={say('call')}>
      <Who agent={agent} />
      {state.name === 'active' ? (
        <About own={own} say={say} />
      ) : (
        <span class="file-name">{titleOf(state, say, chat.settings.appearance.title)}</span>
      )}
      <Controls own={own} small say={say} />
      <CallButton icon="small" name={say('openCall')} onClick={open} />
    </section>
  )
}
