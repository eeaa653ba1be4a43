import { Button } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { IconArchive, IconPencil, IconPlus, IconTags } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Label } from '@parley/protocol/label'
import { useMembership } from '../../context/membership.tsx'
import { useTexts } from '../../i18n/i18n.tsx'
import { changeLabel, labelsQuery } from '../../queries/label-queries.ts'
import { repeatFailedReload } from '../../queries/repeat-failed.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { LabelChip } from '../../ui/label-chip.tsx'
import { QueryView } from '../../ui/query-view.tsx'
import { replaceNotification } from '../../ui/replace-notification.tsx'
import { RowButton } from '../../ui/row-button.tsx'
import { Section } from '../../ui/section.tsx'
import { SettingsPage } from '../../ui/settings-page.tsx'
import { RowSkeletons } from '../../ui/skeletons.tsx'
import { LabelDialog, labelProblemText } from './label-dialog.tsx'
import classes from './labels-page.module.css'

/** The organization's labels: create, rename, recolour, archive and restore. */
export function LabelsPage() {
  const texts = useTexts().inbox.labels.settings
  const { organization } = useMembership()
  const query = useQuery({ ...labelsQuery(organization.id), ...repeatFailedReload })
  const [open, setOpen] = useState<Label | 'new' | null>(null)
  return (
    <SettingsPage
      title={texts.title}
      lead={texts.lead}
      admins
      actions={
        <Button
          leftSection={<IconPlus size={18} stroke={1.75} aria-hidden="true" />}
          onClick={() => setOpen('new')}
        >
          {texts.create}
        </Button>
      }
    >
      <QueryView query={query} skeleton={<RowSkeletons count={4} />}>
        {(labels) => <LabelLists labels={labels} onEdit={setOpen} />}
      </QueryView>
      {open !== null && <LabelDialog label={open === 'new' ? null : open} onClose={() => setOpen(null)} />}
    </SettingsPage>
  )
}

function LabelLists({ labels, onEdit }: { labels: readonly Label[]; onEdit: (label: Label) => void }) {
  const t = useTexts()
  const texts = t.inbox.labels.settings
  const { organization } = useMembership()
  const queryClient = useQueryClient()
  const { mutate } = useMutation({
    mutationFn: ({ label, archived }: { label: Label; archived: boolean }) =>
      changeLabel(organization.id, label.id, { archived }),
    onSuccess: (changed, { archived }) => {
      queryClient.setQueryData(labelsQuery(organization.id).queryKey, (known) =>
        known?.map((label) => (label.id === changed.id ? changed : label)),
      )
      if (archived) offerUndo(changed)
    },
    onError: (error) => notifications.show({ color: 'red', message: labelProblemText(t, error) }),
  })
  const offerUndo = (label: Label) =>
    replaceNotification(`archived-${label.id}`, {
      autoClose: 8_000,
      text: texts.archivedNow(label.name),
      action: { name: texts.undo, run: () => mutate({ label, archived: false }) },
    })
  const active = labels.filter((label) => label.archived_at === null)
  const archived = labels.filter((label) => label.archived_at !== null)

  return (
    <>
      <Section title={texts.active}>
        {active.length === 0 ? (
          <EmptyState icon={IconTags} title={texts.empty} text={texts.emptyText} />
        ) : (
          <ul className={classes.list}>
            {active.map((label) => (
              <li key={label.id} className={classes.label}>
                <span className={classes.chip}>
                  <LabelChip label={label} />
                </span>
                <RowButton icon={IconPencil} label={texts.edit(label.name)} onClick={() => onEdit(label)} />
                <RowButton
                  icon={IconArchive}
                  label={texts.archive(label.name)}
                  onClick={() => mutate({ label, archived: true })}
                />
              </li>
            ))}
          </ul>
        )}
      </Section>
      {archived.length > 0 && (
        <Section title={texts.archived} lead={texts.archivedText}>
          <ul className={classes.list}>
            {archived.map((label) => (
              <li key={label.id} className={classes.label}>
                <span className={classes.chip}>
                  <LabelChip label={label} />
                </span>
                <Button
                  variant="default"
                  size="xs"
                  aria-label={texts.restoreNamed(label.name)}
                  onClick={() => mutate({ label, archived: false })}
                >
                  {texts.restore}
                </Button>
              </li>
            ))}
          </ul>
        </Section>
      )}
    </>
  )
}
