import { useQuery } from '@tanstack/react-query'
import type { Conversation } from '@parley/protocol/conversation'
import { useTexts } from '../../../i18n/i18n.tsx'
import { labelsQuery } from '../../../queries/label-queries.ts'
import { LabelChip } from '../../../ui/label-chip.tsx'
import { LabelPicker } from '../../../ui/label-picker.tsx'
import { PriorityMenu } from '../../../ui/priority-menu.tsx'
import { SnoozePicker } from '../../../ui/snooze-picker.tsx'
import { TeamMenu } from '../../../ui/team-menu.tsx'
import classes from './attribute-bar.module.css'
import { SendTranscript } from './send-transcript.tsx'
import { SlaClocks } from './sla-clocks.tsx'
import { useLabelling } from './use-labelling.ts'
import { useTeam } from './use-team.ts'
import { useTriage } from './use-triage.tsx'

/** Priority, snooze, team and labels of the conversation, below its header. */
export function AttributeBar(props: {
  conversation: Conversation
  organizationId: string
  /** Log position that the window shows; undefined while loading. */
  seenSeq: () => number | undefined
}) {
  const { conversation, organizationId } = props
  const { labels: texts, teams } = useTexts().inbox
  const { data: labels = [] } = useQuery(labelsQuery(organizationId))
  const toggle = useLabelling(organizationId, conversation)
  const move = useTeam(organizationId, conversation)
  const triage = useTriage(organizationId, conversation, props.seenSeq)
  const remove = (labelId: string) => {
    toggle(labelId)
    // The focused button disappears.
    document.querySelector<HTMLElement>('#labels')?.focus()
  }
  const set = conversation.label_ids.flatMap((id) => labels.find((label) => label.id === id) ?? [])

  return (
    <div className={classes.bar}>
      <PriorityMenu value={conversation.priority} onPick={triage.prioritize} id="priority" />
      {conversation.status === 'open' && (
        <SnoozePicker
          value={conversation.snooze}
          onSnooze={triage.snooze}
          {...(conversation.snooze !== null && { onWake: triage.wake })}
          buttonId="snooze"
        />
      )}
      {conversation.status === 'open' && (
        <TeamMenu
          value={conversation.team_id}
          onPick={move}
          label={teams.choose}
          text={teams.team}
          textOf={teams.is}
          none={teams.none}
          id="team"
        />
      )}
      {conversation.status === 'open' && (
        <SlaClocks conversation={conversation} organizationId={organizationId} />
      )}
      <LabelPicker
        chosen={conversation.label_ids}
        onToggle={toggle}
        label={texts.edit}
        buttonLabel={texts.edit}
        buttonId="labels"
      />
      <SendTranscript organizationId={organizationId} conversationId={conversation.id} />
      {set.length > 0 && (
        <ul className={classes.labels} aria-label={texts.onConversation}>
          {set.map((label) => (
            <li key={label.id}>
              <LabelChip
                label={label}
                remove={{ label: texts.remove(label.name), onClick: () => remove(label.id) }}
              />
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
