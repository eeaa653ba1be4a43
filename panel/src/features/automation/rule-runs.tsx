import { Anchor } from '@mantine/core'
import { IconHistory } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { Rule, RuleResult, RuleRun } from '@parley/protocol/automation'
import { useMembership } from '../../context/membership.tsx'
import { useTexts } from '../../i18n/i18n.tsx'
import { useLocale } from '../../i18n/use-locale.ts'
import type { Messages } from '../../messages/en.ts'
import { displayName } from '../../people/customer-labels.ts'
import { ruleRunsQuery } from '../../queries/automation-queries.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Modal } from '../../ui/modal.tsx'
import { PageEnd } from '../../ui/page-end.tsx'
import { QueryView } from '../../ui/query-view.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { RowSkeletons } from '../../ui/skeletons.tsx'
import classes from './automation.module.css'

/** The last runs of a rule, with what each action did or why it was refused. */
export function RuleRuns({ rule, onClose }: { rule: Rule; onClose: () => void }) {
  const t = useTexts()
  const texts = t.automation
  const { organization } = useMembership()
  const query = useInfiniteQuery({
    ...ruleRunsQuery(organization.id, rule.id),
    staleTime: 0,
  })
  return (
    <Modal
      opened
      onClose={onClose}
      size="lg"
      title={texts.runsTitle(rule.name)}
      closeButtonProps={{ 'aria-label': t.actions.close }}
    >
      <QueryView query={query} skeleton={<RowSkeletons count={4} />}>
        {({ pages }) => {
          const runs = pages.flatMap(({ data }) => data)
          return runs.length === 0 ? (
            <EmptyState icon={IconHistory} title={texts.noRuns} />
          ) : (
            <ul className={classes.runs}>
              {runs.map((run) => (
                <Run key={run.id} run={run} />
              ))}
            </ul>
          )
        }}
      </QueryView>
      <PageEnd list={query} />
    </Modal>
  )
}

function Run({ run }: { run: RuleRun }) {
  const t = useTexts()
  const texts = t.automation
  const locale = useLocale()
  const { organization } = useMembership()
  const list = new Intl.ListFormat(locale, { type: 'unit', style: 'short' })
  const isFailed = run.outcome !== 'done'
  return (
    <li className={classes.run}>
      <Anchor
        size="sm"
        renderRoot={(props) => (
          <Link
            {...props}
            to="/o/$organizationId/inbox/$view/$conversationId"
            params={{ organizationId: organization.id, view: 'open', conversationId: run.conversation_id }}
          />
        )}
      >
        <bdi>{displayName(t.inbox.customers, run.customer)}</bdi>
      </Anchor>
      <RelativeTime className={classes.facts} at={run.created_at} />
      <p className={classes.sentence}>
        <span className={isFailed ? classes.failures : undefined}>{texts.outcomes[run.outcome]}</span>
        {run.results.length > 0 && `: ${list.format(run.results.map((result) => resultText(texts, result)))}`}
      </p>
    </li>
  )
}

function resultText(texts: Messages['automation'], { type, outcome, code }: RuleResult): string {
  const reasons: Partial<Record<string, string>> = texts.codes
  const reason = code === null ? texts.results[outcome] : (reasons[code] ?? texts.results[outcome])
  return outcome === 'done' ? texts.actions[type] : `${texts.actions[type]} (${reason})`
}
