import { Checkbox, NativeSelect, Stack } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { reportKinds } from '@parley/protocol/report-metrics'
import {
  maxScheduleRecipients,
  type ReportCadence,
  type ReportSchedule,
  type ReportScheduleInput,
} from '@parley/protocol/report-schedule'
import { useMembership } from '../../context/membership.tsx'
import { languageNames, panelLanguages, useLanguage, useTexts } from '../../i18n/i18n.tsx'
import { agentsQuery } from '../../queries/organization-queries.ts'
import { reportSchedulesQuery, saveReportSchedule } from '../../queries/report-schedule-queries.ts'
import { differs } from '../../ui/draft.ts'
import { FormDialog } from '../../ui/form-dialog.tsx'

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
  const [opened] = useState<ReportScheduleInput>(
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
  const [draft, setDraft] = useState(opened)
  const change = (part: Partial<ReportScheduleInput>) => setDraft({ ...draft, ...part })
  // People who may no longer read reports are not in the list.
  const chosen = draft.agent_ids.filter((id) => readers.some((reader) => reader.id === id))
  const isFull = chosen.length >= maxScheduleRecipients
  const saving = useMutation({
    mutationFn: () =>
      saveReportSchedule(organization.id, schedule?.id ?? null, { ...draft, agent_ids: chosen }),
    onSuccess: () =>
      queryClient.invalidateQueries({ queryKey: reportSchedulesQuery(organization.id).queryKey }),
  })

  return (
    <FormDialog
      title={schedule === null ? texts.add : `${texts.edit}: ${t.reports.subjects[schedule.report]}`}
      dirty={differs(opened, draft)}
      error={saving.error}
      problems={{ report_schedule_limit: texts.limit }}
      saveLabel={t.actions.save}
      isSaving={saving.isPending}
      blocked={chosen.length === 0}
      onSave={() => saving.mutateAsync(undefined, { onSuccess: onClose })}
      onClose={onClose}
    >
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
      <NativeSelect
        label={t.shell.language}
        value={draft.language}
        onChange={(event) => {
          const chosenLanguage = panelLanguages.find((each) => each === event.currentTarget.value)
          if (chosenLanguage !== undefined) change({ language: chosenLanguage })
        }}
        data={panelLanguages.map((value) => ({ value, label: languageNames[value] }))}
      />
      <Checkbox.Group
        label={texts.recipients}
        description={isFull ? texts.recipientsLimit(maxScheduleRecipients) : texts.recipientsHint}
        value={chosen}
        onChange={(agent_ids) => change({ agent_ids })}
      >
        <Stack gap="xs" mt="xs">
          {readers.map(({ id, name, email }) => (
            <Checkbox
              key={id}
              value={id}
              label={name}
              description={email}
              disabled={isFull && !chosen.includes(id)}
            />
          ))}
        </Stack>
      </Checkbox.Group>
    </FormDialog>
  )
}
