import { useState } from 'react'
import { useTexts } from '../../i18n/i18n.tsx'
import { useStore } from '../../session/agent-session.tsx'
import { useAgentCalls } from './agent-calls.tsx'
import { BarNote, useLoadedNote } from './bar-note.tsx'
import { ElsewhereBar, MissedBar, OverBar, WrapUpBar } from './call-bar-notes.tsx'
import classes from './call-bar.module.css'
import { IncomingTalkBar, TransferredBar } from './transfer-bars.tsx'
import { talkOfColleague } from './use-transfer.ts'
import { liveCallIn } from './live-call.ts'
import { LiveBar } from './live-bar.tsx'

/** The current call and what follows it, above every page. Renders nothing otherwise. */
export function CallBar() {
  const texts = useTexts().desk.call
  const calls = useAgentCalls()
  const state = useStore(calls.state)
  const desk = useStore(calls.desk)
  const [noting, setNoting] = useState<string | null>(null)
  const live = liveCallIn(state)
  useLoadedNote(live)
  const noted = state.name === 'over' ? state.call.id : live !== null && live === noting ? live : null
  const bar = barOf()
  if (bar === null) return null
  return (
    <section className={classes.place} aria-label={texts.region} data-call-bar>
      {bar}
      {noted === null ? null : (
        <BarNote key={`note ${noted}`} callId={noted} live={live !== null} onClose={() => setNoting(null)} />
      )}
    </section>
  )

  function barOf() {
    const talk = talkOfColleague(desk)
    if (talk !== null && live === null) return <IncomingTalkBar transfer={talk} />
    switch (state.name) {
      case 'accepting':
      case 'connecting':
      case 'active': {
        const { id } = state.call
        const open = noting === id
        return <LiveBar key={id} state={state} noting={open} onNote={() => setNoting(open ? null : id)} />
      }
      case 'elsewhere':
        return <ElsewhereBar state={state} />
      case 'transferred':
        return <TransferredBar key={state.call.id} state={state} desk={desk} />
      case 'over':
        return <OverBar key={state.call.id} state={state} desk={desk} />
      case 'idle':
      case 'gone':
        if (desk?.state === 'wrap_up' && desk.wrap_up_until !== null) {
          return <WrapUpBar until={desk.wrap_up_until} />
        }
        return desk?.away_because === 'missed_offers' ? <MissedBar /> : null
      default:
        return state satisfies never
    }
  }
}
