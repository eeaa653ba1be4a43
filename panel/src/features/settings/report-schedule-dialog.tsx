import { Button, Checkbox, Group, NativeSelect, Stack } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { reportKinds } from '@parley/protocol/report-metrics'
import type { ReportCadence, ReportSchedule, ReportScheduleInput } from '@parley/protocol/report-schedule'
import { useMembership } from '../../context/membership.tsx'
import { useLanguage, useTexts } from '../../i18n/i18n.tsx'
import { agentsQuery } from '../../queries/organization-queries.ts'
import { reportSchedulesQuery, saveReportSchedule } from '../../queries/report-schedule-queries.ts'
import { Modal } from '../../ui/modal.tsx'
import { ProblemNote } from '../../ui/problem-note.tsx'

const cadences: readonly ReportCadence[] = ['daily', 'weekly', 'monthly']
const capitalized = (word: string, language: string) =>
  word.charAt(0).toLocaleUpperCase(language) + word.slice(1)
const hours = Array.from({ length: 24 }, (_, hour) => ({
  value: `${hour}`,
  label: `${`${hour}`.padStart(2, '0')}:00`,
}))

/** Which report is sent when, and to whom. */
export function ReportScheduleDialog(props: {
  /** null: a new one. */
  schedule: ReportSchedule | null
  timeZone: string
  onClose: () => void
}) {
  const { schedule, onClose } = props
  const t = useTexts()
  const texts = t.mail.reports
  const me = useMembership()
  const { organization } = me
  const { language } = useLanguage()
  const queryClient = useQueryClient()
  const { data: agents = [] } = useQuery(agentsQuery(organization.id))
  const readers = agents.filter(({ role }) => role !== 'agent')
  const [draft, setDraft] = useState<ReportScheduleInput>(
    schedule === null
      ? { report: 'conversations', cadence: 'weekly', hour: 8, agent_ids: [me.agent_id], language }
      : {
          report: schedule.report,
          cadence: schedule.cadence,
          hour: schedule.hour,
          agent_ids: schedule.agent_ids,
          language: schedule.language,
        },
  )
  const change = (part: Partial<ReportScheduleInput>) => setDraft({ ...draft, ...part })
  // People who may no longer read reports are not in the list.
  const chosen = draft.agent_ids.filter((id) => readers.some((reader) => reader.id === id))
  const saving = useMutation({
    mutationFn: () =>
      saveReportSchedule(organization.id, schedule?.id ?? null, { ...draft, agent_ids: chosen }),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: reportSchedulesQuery(organization.id).queryKey })
      onClose()
    },
  })

  return (
    <Modal
      opened
      onClose={onClose}
      title={schedule === null ? texts.add : `${texts.edit}: ${t.reports.subjects[schedule.report]}`}
      closeButtonProps={{ 'aria-label': t.actions.close }}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault()
          saving.mutate()
        }}
      >
        <Stack gap="md">
          <ProblemNote error={saving.error} texts={{ report_schedule_limit: texts.limit }} />
          <NativeSelect
            label={t.reports.report}
            value={draft.report}
            onChange={(event) => {
              const report = reportKinds.find((kind) => kind === event.currentTarget.value)
              if (report !== undefined) change({ report })
            }}
            data={reportKinds.map((value) => ({ value, label: t.reports.subjects[value] }))}
          />
          <NativeSelect
            label={texts.cadence}
            description={texts.cadenceHints[draft.cadence]}
            value={draft.cadence}
            onChange={(event) => {
              const cadence = cadences.find((each) => each === event.currentTarget.value)
              if (cadence !== undefined) change({ cadence })
            }}
            data={cadences.map((value) => ({ value, label: capitalized(texts.cadences[value], language) }))}
          />
          <NativeSelect
            label={texts.hour}
            description={props.timeZone}
            value={`${draft.hour}`}
            onChange={(event) => change({ hour: Number(event.currentTarget.value) })}
            data={hours}
          />
          <Checkbox.Group
            label={texts.recipients}
            description={texts.recipientsHint}
            value={chosen}
            onChange={(agent_ids) => change({ agent_ids })}
          >
            <Stack gap="xs" mt="xs">
              {readers.map(({ id, name, email }) => (
                <Checkbox key={id} value={id} label={name} description={email} />
              ))}
            </Stack>
          </Checkbox.Group>
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              {t.actions.cancel}
            </Button>
            <Button type="submit" loading={saving.isPending} disabled={chosen.length === 0}>
              {t.actions.save}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
