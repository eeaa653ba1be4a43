import { Button } from '@mantine/core'
import { IconBolt, IconPlus } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Rule } from '@parley/protocol/automation'
import { useMembership } from '../../context/membership.tsx'
import { useTexts } from '../../i18n/i18n.tsx'
import { changeRule, deleteRule, orderRules, rulesQuery } from '../../queries/automation-queries.ts'
import { DeleteDialog } from '../../ui/delete-dialog.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ProblemNote } from '../../ui/problem-note.tsx'
import { QueryView } from '../../ui/query-view.tsx'
import { Section } from '../../ui/section.tsx'
import { SettingsPage } from '../../ui/settings-page.tsx'
import { RowSkeletons } from '../../ui/skeletons.tsx'
import classes from './automation.module.css'
import type { RuleDraft } from './rule-draft.ts'
import { keptRule, RuleForm } from './rule-form.tsx'
import { RuleItem } from './rule-item.tsx'
import { RuleRuns } from './rule-runs.tsx'
import { RuleTestDialog } from './rule-test-dialog.tsx'

type Open = ({ dialog: 'new' } | { dialog: 'edit' | 'runs' | 'test' | 'delete'; rule: Rule }) & {
  draft?: RuleDraft
}

/** The form that was open when the session ended. */
function keptForm(agentId: string): Open | null {
  const kept = keptRule(agentId)
  if (kept === undefined) return null
  const { rule, draft } = kept
  return rule === null ? { dialog: 'new', draft } : { dialog: 'edit', rule, draft }
}

/** The organization's automation rules, in the order in which they run. */
export function AutomationPage() {
  const texts = useTexts().automation
  const { organization, agent_id: agentId } = useMembership()
  const query = useQuery({ ...rulesQuery(organization.id), refetchOnMount: 'always' })
  const [open, setOpen] = useState(() => keptForm(agentId))
  const close = () => setOpen(null)
  return (
    <SettingsPage
      title={texts.title}
      lead={texts.lead}
      admins
      actions={
        <Button
          leftSection={<IconPlus size={18} stroke={1.75} aria-hidden="true" />}
          onClick={() => setOpen({ dialog: 'new' })}
        >
          {texts.create}
        </Button>
      }
    >
      <Section title={texts.listTitle}>
        <QueryView query={query} skeleton={<RowSkeletons count={4} />}>
          {(rules) => <RuleList rules={rules} onOpen={(dialog, rule) => setOpen({ dialog, rule })} />}
        </QueryView>
      </Section>
      {open?.dialog === 'new' && <RuleForm rule={null} kept={open.draft} onClose={close} />}
      {open?.dialog === 'edit' && <RuleForm rule={open.rule} kept={open.draft} onClose={close} />}
      {open?.dialog === 'runs' && <RuleRuns rule={open.rule} onClose={close} />}
      {open?.dialog === 'test' && <RuleTestDialog rule={open.rule} onClose={close} />}
      <Deletion rule={open?.dialog === 'delete' ? open.rule : null} onClose={close} />
    </SettingsPage>
  )
}

function RuleList(props: {
  rules: readonly Rule[]
  onOpen: (dialog: 'edit' | 'runs' | 'test' | 'delete', rule: Rule) => void
}) {
  const { rules } = props
  const texts = useTexts().automation
  const { organization } = useMembership()
  const queryClient = useQueryClient()
  const { queryKey } = rulesQuery(organization.id)
  const reload = () => queryClient.invalidateQueries({ queryKey })
  const order = useMutation({
    mutationFn: (ids: string[]) => orderRules(organization.id, ids),
    onSuccess: (ordered) => queryClient.setQueryData(queryKey, ordered),
    onError: reload,
  })
  const toggle = useMutation({
    mutationFn: ({ id, enabled }: { id: string; enabled: boolean }) =>
      changeRule(organization.id, id, { enabled }),
    onSettled: reload,
  })
  const move = (index: number, by: 1 | -1) => {
    const ids = rules.map(({ id }) => id)
    const [moved = ''] = ids.splice(index, 1)
    order.mutate(ids.toSpliced(index + by, 0, moved))
  }

  if (rules.length === 0) return <EmptyState icon={IconBolt} title={texts.empty} text={texts.emptyText} />
  return (
    <>
      <ProblemNote error={order.error ?? toggle.error} />
      <ol className={classes.list}>
        {rules.map((rule, index) => (
          <RuleItem
            key={rule.id}
            rule={rule}
            enabled={
              toggle.isPending && toggle.variables.id === rule.id ? toggle.variables.enabled : rule.enabled
            }
            onToggle={(enabled) => toggle.mutate({ id: rule.id, enabled })}
            onMove={(by) => move(index, by)}
            isFirst={index === 0}
            isLast={index === rules.length - 1}
            isMoving={order.isPending}
            onOpen={(dialog) => props.onOpen(dialog, rule)}
          />
        ))}
      </ol>
    </>
  )
}

function Deletion({ rule, onClose }: { rule: Rule | null; onClose: () => void }) {
  const texts = useTexts().automation
  const { organization } = useMembership()
  return (
    <DeleteDialog
      item={rule}
      texts={{ title: texts.removeTitle, text: texts.removeText, action: texts.removeNow }}
      remove={(id) => deleteRule(organization.id, id)}
      listKey={rulesQuery(organization.id).queryKey}
      onClose={onClose}
    />
  )
}
