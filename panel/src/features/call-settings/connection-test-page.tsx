import { Alert, Button } from '@mantine/core'
import { IconAlertTriangle, IconCircleCheck, IconPlayerPlay, IconPlugConnectedX } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { IceServer } from '@parley/protocol/call'
import { useMembership } from '../../context/membership.tsx'
import { useTexts } from '../../i18n/i18n.tsx'
import { ProblemNote } from '../../ui/problem-note.tsx'
import { QueryView } from '../../ui/query-view.tsx'
import { SettingsPage } from '../../ui/settings-page.tsx'
import { FormSkeleton } from '../../ui/skeletons.tsx'
import classes from './connection-test-page.module.css'
import { RelayRow, ServerRow } from './connection-test-rows.tsx'
import { hasRelay, iceServersQuery } from './ice-queries.ts'
import { targetsOf } from './ice-test.ts'
import { useConnectionTest, type TestRun } from './use-connection-test.ts'

/** Tests STUN and TURN servers from this browser and explains failures. */
export function ConnectionTestPage() {
  const texts = useTexts().callSettings.connection
  const { organization } = useMembership()
  const query = useQuery(iceServersQuery(organization.id))
  return (
    <SettingsPage title={texts.title} lead={texts.lead} admins>
      <QueryView query={query} skeleton={<FormSkeleton fields={3} />}>
        {(servers) => <Test servers={servers} />}
      </QueryView>
    </SettingsPage>
  )
}

function Test({ servers }: { servers: readonly IceServer[] }) {
  const texts = useTexts().callSettings.connection
  const { organization } = useMembership()
  const queryClient = useQueryClient()
  const { run, start } = useConnectionTest()
  const { tried, relay } =
    'tried' in run
      ? run
      : { tried: targetsOf(servers).map((target) => ({ target, result: null })), relay: null }

  // Credentials expire: a page that was open for long requests new ones.
  const begin = () =>
    void queryClient
      .fetchQuery({ ...iceServersQuery(organization.id), staleTime: 0 })
      .catch(() => servers)
      .then(start)

  if (servers.length === 0) {
    return (
      <Alert
        color="amber"
        icon={<IconAlertTriangle size={20} stroke={1.75} aria-hidden />}
        title={texts.none}
        role="note"
      >
        {texts.noneText}
      </Alert>
    )
  }
  return (
    <>
      <p className={classes.where}>{texts.where}</p>
      {hasRelay(servers) ? null : (
        <Alert
          mb="md"
          color="amber"
          icon={<IconAlertTriangle size={20} stroke={1.75} aria-hidden />}
          title={texts.noTurn}
          role="note"
        >
          {texts.noTurnText}
        </Alert>
      )}
      <Button
        leftSection={<IconPlayerPlay size={18} stroke={1.75} aria-hidden />}
        loading={run.name === 'running'}
        onClick={begin}
      >
        {run.name === 'done' || run.name === 'failed' ? texts.again : texts.run}
      </Button>
      <ProblemNote error={run.name === 'failed' ? run.error : null} />
      <output className={classes.verdict}>{run.name === 'done' ? <Verdict run={run} /> : null}</output>
      <ul className={classes.rows} aria-label={texts.server}>
        {tried.map(({ target, result }) => (
          <li key={target.url}>
            <ServerRow target={target} result={result} running={run.name === 'running'} />
          </li>
        ))}
        {hasRelay(servers) ? (
          <li>
            <RelayRow result={relay} running={run.name === 'running'} />
          </li>
        ) : null}
      </ul>
    </>
  )
}

function Verdict({ run }: { run: Extract<TestRun, { tried: unknown }> }) {
  const texts = useTexts().callSettings.connection
  const working = run.tried.filter(({ result }) => result?.name === 'works').length
  const whole = working === run.tried.length && run.relay?.name !== 'fails'
  if (whole) {
    const relayed = run.relay?.name === 'works'
    return (
      <Alert
        color="green"
        icon={<IconCircleCheck size={20} stroke={1.75} aria-hidden />}
        title={texts.allWell}
        role="note"
      >
        {relayed ? texts.allWellText : texts.noTurn}
      </Alert>
    )
  }
  return (
    <Alert
      color={working === 0 ? 'red' : 'amber'}
      icon={
        working === 0 ? (
          <IconPlugConnectedX size={20} stroke={1.75} aria-hidden />
        ) : (
          <IconAlertTriangle size={20} stroke={1.75} aria-hidden />
        )
      }
      title={working === 0 ? texts.allFail : texts.someFail}
      role="note"
    >
      {working === 0 ? texts.allFailText : texts.someFailText}
    </Alert>
  )
}
