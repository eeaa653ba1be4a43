import { Button, FileButton, Group, Stack, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { IconDownload, IconUpload } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { ImportResult } from '@parley/protocol/canned-reply'
import { useMembership } from '../../context/membership.tsx'
import { useTexts } from '../../i18n/i18n.tsx'
import { useLocale } from '../../i18n/use-locale.ts'
import { cannedRepliesQuery, exportAddress, importCannedReplies } from '../../queries/canned-reply-queries.ts'
import { useLateFailure } from '../../ui/late-failure.ts'
import { Modal } from '../../ui/modal.tsx'
import { ProblemNote } from '../../ui/problem-note.tsx'
import { Section } from '../../ui/section.tsx'

/** As the protocol's `maxImportLength`. */
const maxLength = 500_000
const maxProblems = 20

/** CSV import and export. */
export function ReplyTransfer() {
  const texts = useTexts().inbox.replies.transfer
  const { organization } = useMembership()
  const [csv, setCsv] = useState<string | null>(null)
  const read = async (file: File | null) => {
    if (file === null) return
    const text = await file.text()
    if (text.length > maxLength) notifications.show({ color: 'red', message: texts.tooLarge })
    else setCsv(text)
  }
  return (
    <Section title={texts.title} lead={texts.lead}>
      <Group gap="xs">
        <FileButton accept=".csv,text/csv" onChange={(file) => void read(file)}>
          {(button) => (
            <Button
              variant="default"
              leftSection={<IconUpload size={18} stroke={1.75} aria-hidden />}
              {...button}
            >
              {texts.import}
            </Button>
          )}
        </FileButton>
        <Button
          component="a"
          href={exportAddress(organization.id)}
          download="canned-replies.csv"
          variant="default"
          leftSection={<IconDownload size={18} stroke={1.75} aria-hidden />}
        >
          {texts.export}
        </Button>
      </Group>
      {csv !== null && <ImportDialog csv={csv} onClose={() => setCsv(null)} />}
    </Section>
  )
}

/** Shows what the file would change before it is imported. */
function ImportDialog({ csv, onClose }: { csv: string; onClose: () => void }) {
  const t = useTexts()
  const texts = t.inbox.replies.transfer
  const { organization } = useMembership()
  const queryClient = useQueryClient()
  const check = useQuery({
    queryKey: ['reply-import', organization.id, csv],
    queryFn: () => importCannedReplies(organization.id, csv, true),
    gcTime: 0,
    staleTime: Infinity,
  })
  const running = useMutation({
    mutationFn: () => importCannedReplies(organization.id, csv, false),
    onSuccess: async ({ created, updated }) => {
      await queryClient.invalidateQueries({ queryKey: cannedRepliesQuery(organization.id).queryKey })
      notifications.show({ message: texts.done(created + updated) })
    },
  })
  const lateFailure = useLateFailure(true, texts.importTitle)
  const changes = check.data === undefined ? 0 : check.data.created + check.data.updated
  return (
    <Modal
      opened
      onClose={onClose}
      title={texts.importTitle}
      closeButtonProps={{ 'aria-label': t.actions.close }}
    >
      <Stack gap="md">
        <ProblemNote error={running.error ?? check.error} />
        <div role="status">
          {check.isPending ? texts.checking : check.data && <Summary result={check.data} />}
        </div>
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            {t.actions.cancel}
          </Button>
          {changes > 0 && (
            <Button
              loading={running.isPending}
              onClick={() => void running.mutateAsync(undefined, { onSuccess: onClose }).catch(lateFailure())}
            >
              {texts.run(changes)}
            </Button>
          )}
        </Group>
      </Stack>
    </Modal>
  )
}

function Summary({ result }: { result: ImportResult }) {
  const { inbox, sharing } = useTexts()
  const locale = useLocale()
  const texts = inbox.replies.transfer
  const explanations = { ...sharing.importProblems, ...texts.problems }
  const { created, updated, unchanged } = result
  const missing: string[] = []
  const problems = result.problems.flatMap(({ line, problem, value }) => {
    if (problem !== 'column_missing') return [{ line, problem, value }]
    missing.push(value)
    return []
  })
  if (missing.length > 0) {
    const names = new Intl.ListFormat(locale, { type: 'conjunction' }).format(missing)
    return <Text size="sm">{texts.columnsMissing(missing.length, names)}</Text>
  }
  return (
    <>
      <Text size="sm">
        {created + updated === 0 ? texts.nothing : texts.summary(created, updated, unchanged)}
      </Text>
      {problems.length > 0 && (
        <>
          <Text size="sm" mt="sm">
            {texts.skipped(problems.length)}
          </Text>
          <ul>
            {problems.slice(0, maxProblems).map(({ line, problem, value }) => (
              <li key={`${line} ${problem} ${value}`}>
                {texts.line(line)}: {value !== '' && <bdi>{value} · </bdi>}
                {explanations[problem]}
              </li>
            ))}
            {problems.length > maxProblems && <li>{texts.more(problems.length - maxProblems)}</li>}
          </ul>
        </>
      )}
    </>
  )
}
