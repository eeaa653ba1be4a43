import { ActionIcon, Button } from '@mantine/core'
import {
  IconArrowBackUp,
  IconArrowLeft,
  IconCheck,
  IconClock,
  IconHandStop,
  IconLayoutSidebarRight,
} from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import type { Conversation } from '@parley/protocol/conversation'
import { useMembership } from '../../../context/membership.tsx'
import { useTexts } from '../../../i18n/i18n.tsx'
import { useLocale } from '../../../i18n/use-locale.ts'
import { searchOf, type InboxLocation } from '../../../navigation/inbox-location.ts'
import { AgentPicker } from '../../../people/agent-picker.tsx'
import { ColleagueLooks } from '../../../people/colleague-looks.tsx'
import { displayName } from '../../../people/customer-labels.ts'
import { waitingText } from '../../../time/times.ts'
import { useNow } from '../../../time/use-now.ts'
import { Avatar } from '../../../ui/avatar.tsx'
import { isFieldFocused } from '../../../ui/field-focus.ts'
import classes from './conversation-header.module.css'
import type { ConversationActions } from './use-conversation-actions.tsx'

interface ConversationHeaderProps {
  conversation: Conversation
  inbox: InboxLocation
  actions: ConversationActions
  details: { opened: boolean; toggle: () => void }
  /** false: without the actions, for the first paint. */
  painted: boolean
}

/** Customer, status and actions. */
export function ConversationHeader(props: ConversationHeaderProps) {
  const { conversation, inbox, painted } = props
  const t = useTexts().inbox
  const texts = t.conversation
  const { customer } = conversation
  const name = displayName(t.customers, customer)
  const heading = useRef<HTMLHeadingElement>(null)

  // Focus the heading, so that screen readers continue from here. An agent who types somewhere while the conversation loads goes on.
  useEffect(() => {
    if (!isFieldFocused()) heading.current?.focus({ preventScroll: true })
  }, [])

  return (
    <div className={classes.header}>
      <ActionIcon
        className={classes.back}
        variant="subtle"
        color="gray"
        size="lg"
        aria-label={texts.back}
        renderRoot={(props) => (
          <Link
            to="/o/$organizationId/inbox/$view"
            params={{ organizationId: inbox.organizationId, view: inbox.view }}
            search={searchOf(inbox)}
            {...props}
          />
        )}
      >
        <IconArrowLeft size={20} stroke={1.75} className={classes.mirrored} aria-hidden="true" />
      </ActionIcon>
      <span className={classes.face}>
        <Avatar
          id={customer.id}
          name={customer.name}
          avatarUrl={customer.avatar_url}
          size={36}
          online={customer.online}
        />
      </span>
      <div className={classes.who}>
        <h2 ref={heading} tabIndex={-1} className={classes.name} dir="auto">
          {name}
        </h2>
        <div className={classes.below}>
          <StateLine conversation={conversation} />
          <ColleagueLooks customerId={customer.id} size={18} />
        </div>
      </div>
      {painted && <HeaderActions {...props} />}
    </div>
  )
}

function HeaderActions({ conversation, actions, details }: ConversationHeaderProps) {
  const texts = useTexts().inbox.conversation
  const { agent_id: me } = useMembership()
  const { agent, status } = conversation
  return (
    <div className={classes.actions}>
      <AgentPicker
        value={agent}
        onPick={actions.assign}
        label={agent === null ? texts.assignee.none : texts.assignee.current(agent.name)}
        nobody={texts.assignee.nobody}
        buttonId="assign"
      />
      {agent?.id !== me && (
        <Button
          className={classes.action}
          variant={status === 'open' ? 'filled' : 'default'}
          leftSection={<IconHandStop size={18} stroke={1.75} aria-hidden="true" />}
          onClick={actions.takeOver}
        >
          <span className={classes.label}>{texts.actions.takeOver}</span>
        </Button>
      )}
      {status === 'open' ? (
        <Button
          className={classes.action}
          variant="default"
          leftSection={<IconCheck size={18} stroke={1.75} aria-hidden="true" />}
          onClick={() => actions.close()}
        >
          <span className={classes.label}>{texts.actions.close}</span>
        </Button>
      ) : (
        <Button
          className={classes.action}
          leftSection={<IconArrowBackUp size={18} stroke={1.75} aria-hidden="true" />}
          onClick={actions.reopen}
        >
          <span className={classes.label}>{texts.actions.reopen}</span>
        </Button>
      )}
      <ActionIcon
        variant={details.opened ? 'light' : 'subtle'}
        color="gray"
        size={36}
        aria-label={texts.details}
        aria-expanded={details.opened}
        data-tip={details.opened ? texts.hideDetails : texts.showDetails}
        onClick={details.toggle}
      >
        <IconLayoutSidebarRight size={20} stroke={1.75} className={classes.mirrored} aria-hidden="true" />
      </ActionIcon>
    </div>
  )
}

function StateLine({ conversation }: { conversation: Conversation }) {
  const t = useTexts().inbox.conversation.state
  const locale = useLocale()
  const now = useNow()
  const { status, waiting_since } = conversation
  if (status === 'open' && waiting_since !== null) {
    return (
      <p className={classes.state} data-waiting>
        <IconClock size={14} stroke={1.75} aria-hidden="true" />
        {t.waiting(waitingText(waiting_since, locale, now))}
      </p>
    )
  }
  return <p className={classes.state}>{t[status]}</p>
}
