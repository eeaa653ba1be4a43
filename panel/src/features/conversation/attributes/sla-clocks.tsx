import { Button, Popover, Text } from '@mantine/core'
import { IconHourglassEmpty } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Conversation } from '@parley/protocol/conversation'
import type { SlaClock } from '@parley/protocol/sla'
import { useTexts } from '../../../i18n/i18n.tsx'
import { useLocale } from '../../../i18n/use-locale.ts'
import type { Messages } from '../../../messages/en.ts'
import { conversationSlaQuery, slaPoliciesQuery } from '../../../queries/sla-queries.ts'
import { momentText } from '../../../time/times.ts'
import { hoursText } from '../../../time/hours-text.ts'
import { DueMark } from '../../../ui/due-mark.tsx'
import { QueryView } from '../../../ui/query-view.tsx'
import { RowSkeletons } from '../../../ui/skeletons.tsx'
import classes from './sla-clocks.module.css'

/** The next deadline, and all clocks on click. Hidden while the organization has no policies. */
export function SlaClocks(props: { conversation: Conversation; organizationId: string }) {
  const { conversation, organizationId } = props
  const texts = useTexts().sla
  const [opened, setOpened] = useState(false)
  const { data: policies = [] } = useQuery(slaPoliciesQuery(organizationId))
  if (policies.length === 0) return null
  return (
    <Popover
      opened={opened}
      onChange={setOpened}
      position="bottom-start"
      width="min(320px, calc(100vw - 32px))"
      shadow="md"
      trapFocus
      returnFocus
      portalProps={{ target: '#content' }}
    >
      <Popover.Target>
        <Button variant="subtle" color="gray" size="compact-sm" onClick={() => setOpened(!opened)}>
          {conversation.sla === null ? (
            <span className={classes.none}>
              <IconHourglassEmpty size={16} stroke={1.75} aria-hidden="true" />
              {texts.title}
            </span>
          ) : (
            <DueMark due={conversation.sla} />
          )}
        </Button>
      </Popover.Target>
      <Popover.Dropdown>{opened && <Clocks {...props} />}</Popover.Dropdown>
    </Popover>
  )
}

function Clocks({ conversation, organizationId }: { conversation: Conversation; organizationId: string }) {
  const texts = useTexts().sla
  const locale = useLocale()
  const version = JSON.stringify([conversation.sla, conversation.updated_at, conversation.snooze])
  const query = useQuery(conversationSlaQuery(organizationId, conversation.id, version))
  return (
    <QueryView query={query} skeleton={<RowSkeletons count={2} />}>
      {({ policy, clocks }) => (
        <>
          <Text size="sm" fw={500}>
            {policy === null ? texts.noPolicy : <bdi>{texts.policy(policy.name)}</bdi>}
          </Text>
          {clocks.length > 0 && (
            <dl className={classes.clocks}>
              {clocks.map((clock) => (
                <div key={clock.metric} className={classes.clock}>
                  <dt>{texts.metrics[clock.metric]}</dt>
                  <dd data-state={clock.state}>
                    {stateText(texts, clock, locale)}
                    {clock.spent_seconds !== null && (
                      <span className={classes.spent}>
                        {texts.spent(
                          hoursText(clock.spent_seconds, locale),
                          hoursText(clock.target_seconds, locale),
                        )}
                      </span>
                    )}
                  </dd>
                </div>
              ))}
            </dl>
          )}
        </>
      )}
    </QueryView>
  )
}

function stateText(texts: Messages['sla'], { state, due_at: dueAt }: SlaClock, locale: string): string {
  if (state !== 'running') return texts.states[state]
  return dueAt === null ? texts.states.paused : texts.dueAt(momentText(dueAt, locale))
}
