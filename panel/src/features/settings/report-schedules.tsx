import { Button, Text } from '@mantine/core'
import { IconMailPlus } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { ReportSchedule, ReportSchedules } from '@parley/protocol/report-schedule'
import { useMembership } from '../../context/membership.tsx'
import { useTexts } from '../../i18n/i18n.tsx'
import { useLocale } from '../../i18n/use-locale.ts'
import { mailSettingsQuery } from '../../queries/mail-queries.ts'
import { agentsQuery } from '../../queries/organization-queries.ts'
import { deleteReportSchedule, reportSchedulesQuery } from '../../queries/report-schedule-queries.ts'
import { momentText } from '../../time/times.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { useLateFailure } from '../../ui/late-failure.ts'
import { QueryView } from '../../ui/query-view.tsx'
import { Section } from '../../ui/section.tsx'
import { RowSkeletons } from '../../ui/skeletons.tsx'
import { ReportScheduleDialog } from './report-schedule-dialog.tsx'
import { UnconfirmedEmail } from './unconfirmed-email.tsx'
import classes from './team-page.module.css'

/** Reports sent by e-mail. Not shown without a mail server. */
export function ReportSchedulesSection() {
  const texts = useTexts().mail.reports
  const { organization } = useMembership()
  const { data: mail } = useQuery(mailSettingsQuery(organization.id))
  const query = useQuery({ ...reportSchedulesQuery(organization.id), enabled: mail?.configured === true })
  const [editing, setEditing] = useState<ReportSchedule | 'new' | null>(null)
  if (mail?.configured !== true) return null
  return (
    <Section
      title={texts.title}
      lead={texts.lead}
      actions={
        <Button
          leftSection={<IconMailPlus size={18} stroke={1.75} aria-hidden />}
          onClick={() => setEditing('new')}
        >
          {texts.add}
        </Button>
      }
    >
      <UnconfirmedEmail />
      <QueryView query={query} skeleton={<RowSkeletons count={2} />}>
        {(schedules) => <List schedules={schedules} onEdit={setEditing} />}
      </QueryView>
      {editing === null ? null : (
        <ReportScheduleDialog
          schedule={editing === 'new' ? null : editing}
          timeZone={query.data?.time_zone ?? 'UTC'}
          onClose={() => setEditing(null)}
        />
      )}
    </Section>
  )
}

function List(props: { schedules: ReportSchedules; onEdit: (schedule: ReportSchedule) => void }) {
  const t = useTexts()
  const texts = t.mail.reports
  const { organization } = useMembership()
  const queryClient = useQueryClient()
  const [leaving, setLeaving] = useState<ReportSchedule | null>(null)
  const removing = useMutation({
    mutationFn: (id: string) => deleteReportSchedule(organization.id, id),
    onSuccess: () =>
      queryClient.invalidateQueries({ queryKey: reportSchedulesQuery(organization.id).queryKey }),
  })
  const lateFailure = useLateFailure(leaving !== null, texts.removeTitle)
  const confirm = () => {
    if (leaving === null) return
    const onSuccess = () => setLeaving(null)
    void removing.mutateAsync(leaving.id, { onSuccess }).catch(lateFailure())
  }
  const { data } = props.schedules
  if (data.length === 0)
    return (
      <Text size="sm" c="dimmed">
        {texts.none}
      </Text>
    )
  return (
    <>
      <ul className={classes.list}>
        {data.map((schedule) => (
          <Row
            key={schedule.id}
            schedule={schedule}
            onEdit={() => props.onEdit(schedule)}
            onRemove={() => {
              removing.reset()
              setLeaving(schedule)
            }}
          />
        ))}
      </ul>
      <ConfirmDialog
        opened={leaving !== null}
        title={texts.removeTitle}
        text={texts.removeText}
        action={texts.remove}
        onConfirm={confirm}
        onCancel={() => {
          removing.reset()
          setLeaving(null)
        }}
        busy={removing.isPending}
        error={removing.error}
      />
    </>
  )
}

function Row(props: { schedule: ReportSchedule; onEdit: () => void; onRemove: () => void }) {
  const t = useTexts()
  const texts = t.mail.reports
  const { schedule } = props
  const locale = useLocale()
  const { organization } = useMembership()
  const { data: agents } = useQuery(agentsQuery(organization.id))
  const recipients = agents?.filter(({ id, role }) => role !== 'agent' && schedule.agent_ids.includes(id))
  const names = recipients?.map(({ name }) => name) ?? []
  const title = texts.titled(t.reports.subjects[schedule.report], texts.cadences[schedule.cadence])
  return (
    <li className={classes.person}>
      <div className={classes.body}>
        <div className={classes.name}>
          <span className={classes.nameText}>{title}</span>
        </div>
        <div className={classes.facts}>
          {recipients?.length === 0 ? (
            <span>{texts.nobody}</span>
          ) : (
            <>
              <span>
                <bdi>{new Intl.ListFormat(locale, { type: 'conjunction' }).format(names)}</bdi>
              </span>
              <span>
                {texts.next} {momentText(schedule.next_at, locale)}
              </span>
            </>
          )}
          {schedule.last_sent_at === null ? null : (
            <span>
              {texts.lastSent} {momentText(schedule.last_sent_at, locale)}
            </span>
          )}
        </div>
      </div>
      <Button variant="default" onClick={props.onEdit} aria-label={`${texts.edit}: ${title}`}>
        {texts.edit}
      </Button>
      <Button variant="default" onClick={props.onRemove} aria-label={`${texts.remove}: ${title}`}>
        {texts.remove}
      </Button>
    </li>
  )
}
