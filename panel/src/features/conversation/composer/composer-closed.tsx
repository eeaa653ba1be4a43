import { Button } from '@mantine/core'
import { IconArrowBackUp, IconArrowRight, IconLock, IconUserOff } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { Conversation } from '@parley/protocol/conversation'
import { useWords } from '../../../i18n/i18n.tsx'
import { calledName } from '../../../people/customer-labels.ts'
import { useBlocking } from '../../../people/use-blocking.ts'
import classes from './composer-closed.module.css'
import type { ComposerState } from './composer-state.ts'
import { searchOf, type InboxPlace } from '../../../navigation/inbox-location.ts'
import type { ConversationActions } from '../header/use-conversation-actions.tsx'

interface ComposerClosedProps {
  state: Exclude<ComposerState, { name: 'open' }>
  conversation: Conversation
  place: InboxPlace
  actions: ConversationActions
}

/** In place of the composer: why nothing can be written here, and the way out. */
export function ComposerClosed({ state, conversation, place, actions }: ComposerClosedProps) {
  const words = useWords().inbox
  const own = words.conversation.composer
  const { customer } = conversation
  const blocking = useBlocking(place.organizationId, customer.id)
  const name = calledName(words.customers, customer)

  if (state.name === 'blocked') {
    return (
      <div className={classes.closed}>
        <IconUserOff size={20} stroke={1.75} aria-hidden="true" />
        <span className={classes.reason}>{own.blocked(name)}</span>
        <Button variant="default" loading={blocking.busy} onClick={() => blocking.set(false, name)}>
          {own.unblock}
        </Button>
      </div>
    )
  }
  return (
    <div className={classes.closed}>
      <IconLock size={20} stroke={1.75} aria-hidden="true" />
      <span className={classes.reason}>{state.other === null ? own.closed : own.otherOpen}</span>
      {state.other === null ? (
        <Button
          leftSection={<IconArrowBackUp size={18} stroke={1.75} aria-hidden="true" />}
          onClick={actions.reopen}
        >
          {words.conversation.actions.reopen}
        </Button>
      ) : (
        <OpenOther conversationId={state.other} place={place} label={own.openOther} />
      )}
    </div>
  )
}

function OpenOther(props: { conversationId: string; place: InboxPlace; label: string }) {
  const { organizationId, view } = props.place
  return (
    <Button
      rightSection={
        <IconArrowRight size={18} stroke={1.75} className={classes.mirrored} aria-hidden="true" />
      }
      renderRoot={(root) => (
        <Link
          to="/o/$organizationId/inbox/$view/$conversationId"
          params={{ organizationId, view, conversationId: props.conversationId }}
          search={searchOf(props.place)}
          {...root}
        />
      )}
    >
      {props.label}
    </Button>
  )
}
