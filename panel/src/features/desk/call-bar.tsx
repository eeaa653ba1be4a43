import { useTexts } from '../../i18n/i18n.tsx'
import { useStore } from '../../session/agent-session.tsx'
import { useAgentCalls } from './agent-calls.tsx'
import { ElsewhereBar, MissedBar, OverBar, WrapUpBar } from './call-bar-notes.tsx'
import classes from './call-bar.module.css'
import { LiveBar } from './live-bar.tsx'

/** The current call and what follows it, above every page. Renders nothing otherwise. */
export function CallBar() {
  const texts = useTexts().desk.call
  const calls = useAgentCalls()
  const state = useStore(calls.state)
  const desk = useStore(calls.desk)
  const bar = barOf()
  if (bar === null) return null
  return (
    <section className={classes.place} aria-label={texts.region} data-call-bar>
      {bar}
    </section>
  )

  function barOf() {
    switch (state.name) {
      case 'accepting':
      case 'connecting':
      case 'active':
        return <LiveBar key={state.call.id} state={state} />
      case 'elsewhere':
        return <ElsewhereBar state={state} />
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
