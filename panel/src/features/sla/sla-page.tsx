import { Button } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import {
  IconArrowDown,
  IconArrowUp,
  IconHourglassHigh,
  IconPencil,
  IconPlus,
  IconTrash,
} from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { SlaPolicy } from '@parley/protocol/sla'
import { slaMetrics } from '@parley/protocol/sla-metric'
import { problemText } from '../../api/api-problem.ts'
import { useMembership } from '../../context/membership.tsx'
import { useTexts } from '../../i18n/i18n.tsx'
import { useLocale } from '../../i18n/use-locale.ts'
import { deleteSlaPolicy, orderSlaPolicies, slaPoliciesQuery } from '../../queries/sla-queries.ts'
import { hoursText } from '../../time/hours-text.ts'
import { DeleteDialog } from '../../ui/delete-dialog.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { GoneMarks } from '../../ui/gone-marks.tsx'
import { useNamedLists } from '../../ui/named-lists.ts'
import { QueryView } from '../../ui/query-view.tsx'
import { goneConditions } from '../../ui/references.ts'
import { RowButton } from '../../ui/row-button.tsx'
import { Section } from '../../ui/section.tsx'
import { SettingsPage } from '../../ui/settings-page.tsx'
import { RowSkeletons } from '../../ui/skeletons.tsx'
import { useConditionOptions, useConditionText } from './condition-fields.tsx'
import { PolicyDialog } from './policy-dialog.tsx'
import { conditionFields, maxPolicies, moved } from './policy-form.ts'
import classes from './sla.module.css'

/** The organization's SLA policies, in the order in which they are tried. */
export function SlaPage() {
  const texts = useTexts().sla.settings
  const { organization } = useMembership()
  const query = useQuery(slaPoliciesQuery(organization.id))
  const [open, setOpen] = useState<SlaPolicy | 'new' | null>(null)
  const [leaving, setLeaving] = useState<SlaPolicy | null>(null)
  return (
    <SettingsPage
      title={texts.title}
      lead={texts.lead}
      admins
      actions={
        <Button
          leftSection={<IconPlus size={18} stroke={1.75} aria-hidden="true" />}
          disabled={(query.data?.length ?? 0) >= maxPolicies}
          onClick={() => setOpen('new')}
        >
          {texts.create}
        </Button>
      }
    >
      <Section title={texts.list}>
        <QueryView query={query} skeleton={<RowSkeletons count={3} />}>
          {(policies) =>
            policies.length === 0 ? (
              <EmptyState icon={IconHourglassHigh} title={texts.empty} text={texts.emptyText} />
            ) : (
              <PolicyList policies={policies} onEdit={setOpen} onDelete={setLeaving} />
            )
          }
        </QueryView>
      </Section>
      {open !== null && <PolicyDialog policy={open === 'new' ? null : open} onClose={() => setOpen(null)} />}
      <Deletion policy={leaving} onClose={() => setLeaving(null)} />
    </SettingsPage>
  )
}

function PolicyList(props: {
  policies: readonly SlaPolicy[]
  onEdit: (policy: SlaPolicy) => void
  onDelete: (policy: SlaPolicy) => void
}) {
  const { policies } = props
  const t = useTexts()
  const texts = t.sla.settings
  const { organization } = useMembership()
  const queryClient = useQueryClient()
  const { mutate, isPending } = useMutation({
    mutationFn: (ids: string[]) => orderSlaPolicies(organization.id, ids),
    onSuccess: ({ data }) => queryClient.setQueryData(slaPoliciesQuery(organization.id).queryKey, data),
    onError: (error) => notifications.show({ color: 'red', message: problemText(t, error) }),
  })
  const ordered = moved(policies, '', 1)
  return (
    <ol className={classes.list}>
      {policies.map((policy) => {
        const { id, name } = policy
        const place = ordered.indexOf(id)
        const move = (by: -1 | 1) => mutate(moved(policies, id, by))
        return (
          <li key={id} className={classes.policy}>
            <PolicyWords policy={policy} isOnly={policies.length === 1} />
            {place >= 0 && ordered.length > 1 && (
              <>
                <RowButton
                  icon={IconArrowUp}
                  label={texts.up(name)}
                  disabled={isPending || place === 0}
                  onClick={() => move(-1)}
                />
                <RowButton
                  icon={IconArrowDown}
                  label={texts.down(name)}
                  disabled={isPending || place === ordered.length - 1}
                  onClick={() => move(1)}
                />
              </>
            )}
            <RowButton icon={IconPencil} label={texts.edit(name)} onClick={() => props.onEdit(policy)} />
            <RowButton icon={IconTrash} label={texts.remove(name)} onClick={() => props.onDelete(policy)} />
          </li>
        )
      })}
    </ol>
  )
}

function PolicyWords({ policy, isOnly }: { policy: SlaPolicy; isOnly: boolean }) {
  const t = useTexts()
  const { metrics, settings: texts } = t.sla
  const locale = useLocale()
  const textOf = useConditionText(useConditionOptions())
  const gone = goneConditions(useNamedLists(), policy.conditions)
  const conditions = conditionFields.flatMap((field) => {
    const text = policy.conditions[field]
    return text === undefined ? [] : [`${t.inbox.filter.fields[field]}: ${textOf(field, text)}`]
  })
  const targets = slaMetrics.flatMap((metric) => {
    const seconds = policy.targets[metric]
    return seconds === null ? [] : [`${metrics[metric]}: ${hoursText(seconds, locale)}`]
  })
  return (
    <span className={classes.words}>
      <bdi className={classes.name}>{policy.name}</bdi>
      <span className={classes.facts}>
        {conditions.length > 0 ? conditions.join(' · ') : isOnly ? texts.all : texts.rest}
      </span>
      <GoneMarks kinds={gone.map(({ kind }) => kind)} />
      <span className={classes.facts}>{[...targets, texts.countings[policy.counting]].join(' · ')}</span>
    </span>
  )
}

function Deletion({ policy, onClose }: { policy: SlaPolicy | null; onClose: () => void }) {
  const texts = useTexts().sla.settings
  const { organization } = useMembership()
  return (
    <DeleteDialog
      item={policy}
      texts={{ title: texts.deleteTitle, text: texts.deleteText, action: texts.deleteAction }}
      remove={(id) => deleteSlaPolicy(organization.id, id)}
      listKey={slaPoliciesQuery(organization.id).queryKey}
      onClose={onClose}
    />
  )
}
