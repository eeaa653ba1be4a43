import { queryOptions, useQuery } from '@tanstack/react-query'
import type { LoginProblem, LoginProblems } from '@parley/protocol/provider'
import { api, organizationPath } from '../../api/api.ts'
import { useProvider } from '../../context/current-provider.ts'
import { useMembership } from '../../context/membership.tsx'
import { useTexts } from '../../i18n/i18n.tsx'
import { organizationKey } from '../../queries/organization-queries.ts'
import { QueryView } from '../../ui/query-view.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { Section } from '../../ui/section.tsx'
import { RowSkeletons } from '../../ui/skeletons.tsx'
import classes from './login-problem-list.module.css'

/** Invalidated by `organization.changed`, so that new problems appear live. */
const loginProblemsQuery = (organizationId: string, providerId: string) =>
  queryOptions({
    queryKey: [...organizationKey(organizationId), 'login-problems', providerId],
    queryFn: ({ signal }) =>
      api.get<LoginProblems>(
        organizationPath(organizationId, `/providers/${encodeURIComponent(providerId)}/login-problems`),
        { signal },
      ),
  })

/** The latest problems only: old ones do not help. */
const maxShown = 10

export function LoginProblemList() {
  const texts = useTexts().loginProblems
  const { organization } = useMembership()
  const provider = useProvider()
  const query = useQuery(loginProblemsQuery(organization.id, provider.id))
  return (
    <Section title={texts.title} lead={texts.lead}>
      <QueryView query={query} skeleton={<RowSkeletons count={1} />}>
        {({ data }) =>
          data.length === 0 ? (
            <p className={classes.none}>{texts.none}</p>
          ) : (
            <ul className={classes.list}>
              {data.slice(0, maxShown).map((problem) => (
                <Row key={problem.id} problem={problem} providerId={provider.id} />
              ))}
            </ul>
          )
        }
      </QueryView>
    </Section>
  )
}

function Row({ problem, providerId }: { problem: LoginProblem; providerId: string }) {
  const texts = useTexts().loginProblems
  const { code, count, origin, pid, last_at: at } = problem
  const cure = (texts.cures as Record<string, string>)[code]
  return (
    <li className={classes.problem}>
      <div className={classes.head}>
        <code className={classes.code} dir="ltr">
          {code}
        </code>
        <span className={classes.facts}>
          <RelativeTime at={at} />
          {' · '}
          {texts.times(count)}
        </span>
      </div>
      {cure === undefined ? null : <div>{cure}</div>}
      <div className={classes.facts}>
        {origin === null ? texts.noPage : <bdi dir="ltr">{origin}</bdi>}
        {pid === null || pid === providerId ? null : (
          <>
            {' · '}
            {texts.ofWidget} <bdi dir="ltr">{pid}</bdi>
          </>
        )}
      </div>
    </li>
  )
}
