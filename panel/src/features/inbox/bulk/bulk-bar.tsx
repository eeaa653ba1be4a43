import { ActionIcon, Button, Tooltip } from '@mantine/core'
import { IconArrowBackUp, IconCheck, IconListCheck, IconX } from '@tabler/icons-react'
import type { KeyboardEvent, SyntheticEvent } from 'react'
import type { BulkChange } from '@parley/protocol/bulk'
import { useTexts } from '../../../i18n/i18n.tsx'
import { AgentPicker } from '../../../people/agent-picker.tsx'
import { LabelPicker } from '../../../ui/label-picker.tsx'
import { PriorityMenu } from '../../../ui/priority-menu.tsx'
import { SnoozePicker } from '../../../ui/snooze-picker.tsx'
import { TeamMenu } from '../../../ui/team-menu.tsx'
import classes from './bulk-bar.module.css'
import { useBulk } from './use-bulk.tsx'
import type { Selection } from './use-selection.ts'

/** Actions on the selected rows. */
export function BulkBar(props: { organizationId: string; selection: Selection; onFocus: () => void }) {
  const { organizationId, selection, onFocus } = props
  const texts = useTexts().inbox.bulk
  const { labels, teams } = useTexts().inbox
  const { rows, keep } = selection
  const bulk = useBulk(organizationId)
  const run = (change: BulkChange) => bulk.change({ rows, change, keep })
  const closed = rows.every(({ status }) => status === 'closed')
  const onAll = rows[0]?.label_ids.filter((id) => rows.every((row) => row.label_ids.includes(id))) ?? []

  return (
    <section
      className={classes.bar}
      aria-label={texts.bar}
      aria-busy={bulk.busy}
      // React also calls these for the popups.
      onFocusCapture={onFocus}
      // Not inert, which would take the focus.
      onClickCapture={bulk.busy ? ignore : undefined}
      onKeyDownCapture={bulk.busy ? ignoreOpening : undefined}
    >
      <div className={classes.head}>
        <output className={classes.count}>{texts.selected(rows.length)}</output>
        <Tooltip label={texts.selectAll}>
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={texts.selectAll}
            onClick={selection.selectAll}
          >
            <IconListCheck size={20} stroke={1.75} aria-hidden="true" />
          </ActionIcon>
        </Tooltip>
        <Tooltip label={texts.clear}>
          <ActionIcon variant="subtle" color="gray" aria-label={texts.clear} onClick={selection.clear}>
            <IconX size={20} stroke={1.75} aria-hidden="true" />
          </ActionIcon>
        </Tooltip>
      </div>
      <div className={classes.actions}>
        <Button
          variant="default"
          size="compact-sm"
          leftSection={
            closed ? (
              <IconArrowBackUp size={16} stroke={1.75} aria-hidden="true" />
            ) : (
              <IconCheck size={16} stroke={1.75} aria-hidden="true" />
            )
          }
          aria-disabled={bulk.busy}
          onClick={() => run({ type: closed ? 'reopen' : 'close' })}
        >
          {closed ? texts.reopen : texts.close}
        </Button>
        <LabelPicker
          chosen={onAll}
          onToggle={(labelId) =>
            run({ type: onAll.includes(labelId) ? 'unlabel' : 'label', label_id: labelId })
          }
          label={labels.edit}
          buttonLabel={labels.edit}
          single
        />
        <PriorityMenu value={null} onPick={(priority) => run({ type: 'priority', priority })} />
        <SnoozePicker
          value={null}
          onSnooze={(until) => run({ type: 'snooze', until })}
          {...(rows.some(({ snooze }) => snooze !== null) && { onWake: () => run({ type: 'unsnooze' }) })}
        />
        <TeamMenu
          value={null}
          onPick={(teamId) => run({ type: 'team', team_id: teamId })}
          label={teams.choose}
          text={teams.team}
          textOf={teams.is}
          none={teams.none}
        />
        <AgentPicker
          value={null}
          mixed
          onPick={(agent) => run({ type: 'assign', agent_id: agent?.id ?? null })}
          label={texts.assign}
          nobody={texts.nobody}
        />
      </div>
    </section>
  )
}

/** Pickers open by key before there is a click. */
function ignoreOpening(event: KeyboardEvent): void {
  if (['Enter', ' ', 'ArrowUp', 'ArrowDown'].includes(event.key)) ignore(event)
}

function ignore(event: SyntheticEvent): void {
  event.preventDefault()
  event.stopPropagation()
}
