import { Button } from '@mantine/core'
import { IconArrowBackUp, IconArrowRight, IconLock, IconUserOff } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { Conversation } from '@parley/protocol/conversation'
import { useTexts } from '../../../i18n/i18n.tsx'
import { searchOf, type InboxLocation } from '../../../navigation/inbox-location.ts'
import { displayName } from '../../../people/customer-labels.ts'
import { useBlocking } from '../../../people/use-blocking.ts'
import type { ConversationActions } from '../header/use-conversation-actions.tsx'
import classes from './composer-closed.module.css'
import type { ComposerState } from './composer-state.ts'

interface ComposerClosedProps {
  state: Exclude<ComposerState, { name: 'open' }>
  conversation: Conversation
  inbox: InboxLocation
  actions: ConversationActions
}

/** Replaces the composer: why writing is not possible, and what to do. */
export function ComposerClosed({ state, conversation, inbox, actions }: ComposerClosedProps) {
  const t = useTexts().inbox
  const texts = t.conversation.composer
  const { customer } = conversation
  const blocking = useBlocking(inbox.organizationId, customer.id)
  const name = displayName(t.customers, customer)

  if (state.name === 'blocked') {
    return (
      <div className={classes.closed}>
        <IconUserOff size={20} stroke={1.75} aria-hidden="true" />
        <span className={classes.reason}>{texts.blocked(name)}</span>
        <Button variant="default" loading={blocking.busy} onClick={() => void blocking.set(false, name)}>
          {texts.unblock}
        </Button>
      </div>
    )
  }
  return (
    <div className={classes.closed}>
      <IconLock size={20} stroke={1.75} aria-hidden="true" />
      <span className={classes.reason}>{state.other === null ? texts.closed : texts.otherOpen}</span>
      {state.other === null ? (
        <Button
          leftSection={<IconArrowBackUp size={18} stroke={1.75} aria-hidden="true" />}
          onClick={actions.reopen}
        >
          {t.conversation.actions.reopen}
        </Button>
      ) : (
        <OpenOther conversationId={state.other} inbox={inbox} label={texts.openOther} />
      )}
    </div>
  )
}

function OpenOther(props: { conversationId: string; inbox: InboxLocation; label: string }) {
  const { organizationId, view } = props.inbox
  return (
    <Button
      rightSection={
        <IconArrowRight size={18} stroke={1.75} className={classes.mirrored} aria-hidden="true" />
      }
      renderRoot={(root) => (
        <Link
          to="/o/$organizationId/inbox/$view/$conversationId"
          params={{ organizationId, view, conversationId: props.conversationId }}
          search={searchOf(props.inbox)}
          {...root}
        />
      )}
    >
      {props.label}
    </Button>
  )
}
