import { Button } from '@mantine/core'
import type { Conversation } from '@parley/protocol/conversation'
import { useMembership } from '../../../context/membership.tsx'
import { useTexts } from '../../../i18n/i18n.tsx'
import type { ConversationActions } from '../header/use-conversation-actions.tsx'
import classes from './composer.module.css'

/** A hint that the conversation is assigned to someone else. */
export function ComposerHints(props: { conversation: Conversation; actions: ConversationActions }) {
  const texts = useTexts().inbox.conversation
  const { agent_id: me } = useMembership()
  const { agent } = props.conversation
  if (agent === null || agent.id === me) return null
  return (
    <p className={classes.someoneElse}>
      <span>{texts.composer.someoneElse(agent.name)}</span>
      <Button variant="subtle" size="compact-xs" onClick={props.actions.takeOver}>
        {texts.actions.takeOver}
      </Button>
    </p>
  )
}
