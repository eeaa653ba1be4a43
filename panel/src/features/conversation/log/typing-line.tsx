import type { Store } from '@parley/client/state/store'
import type { Typers } from '@parley/client/timeline/typing-view'
import { useTexts } from '../../../i18n/i18n.tsx'
import { useLocale } from '../../../i18n/use-locale.ts'
import { useStore } from '../../../session/agent-session.tsx'
import classes from './typing-line.module.css'

/** Who is typing: the customer and other agents, so that two do not reply at once. */
export function TypingLine({ typers, name }: { typers: Store<Typers>; name: string }) {
  const texts = useTexts().inbox.conversation.typing
  const locale = useLocale()
  const who = useStore(typers)
  const agents = who.flatMap(({ agent }) => (agent === null ? [] : [agent.name]))
  const customer = who.some(({ agent }) => agent === null)

  return (
    <output className={classes.strip}>
      {customer && (
        <span className={classes.typing}>
          <span className={classes.dots} aria-hidden="true">
            <i />
            <i />
            <i />
          </span>
          {texts.customer(name)}
        </span>
      )}
      {agents.length > 0 && (
        <strong className={classes.agents}>
          {agents.length === 1
            ? texts.agent(agents[0] ?? '')
            : texts.agents(new Intl.ListFormat(locale, { type: 'conjunction' }).format(agents))}
        </strong>
      )}
    </output>
  )
}
