import { Anchor, Button, Group } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { IconKey, IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ApiKey } from '@parley/protocol/api-key'
import { useMembership } from '../../context/membership.tsx'
import { useTexts } from '../../i18n/i18n.tsx'
import { useLocale } from '../../i18n/use-locale.ts'
import { dateText, exactTime } from '../../time/times.ts'
import { CodeBlock } from '../../ui/code-block.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { useLateFailure } from '../../ui/late-failure.ts'
import { QueryView } from '../../ui/query-view.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { Section } from '../../ui/section.tsx'
import { SettingsPage } from '../../ui/settings-page.tsx'
import { RowSkeletons } from '../../ui/skeletons.tsx'
import { apiKeysQuery, useRevokeApiKey } from './api-key-queries.ts'
import classes from './api-keys-page.module.css'
import { CreateApiKey } from './create-api-key.tsx'

export function ApiKeysPage() {
  const texts = useTexts().apiKeys
  const [creating, setCreating] = useState(false)
  const create = () => setCreating(true)
  return (
    <SettingsPage
      title={texts.title}
      lead={texts.lead}
      admins
      actions={
        <Button leftSection={<IconPlus size={18} stroke={1.75} aria-hidden />} onClick={create}>
          {texts.create}
        </Button>
      }
    >
      <KeyList />
      <Use />
      {creating ? <CreateApiKey onClose={() => setCreating(false)} /> : null}
    </SettingsPage>
  )
}

function KeyList() {
  const texts = useTexts().apiKeys
  const { organization } = useMembership()
  const query = useQuery(apiKeysQuery(organization.id))
  const [leaving, setLeaving] = useState<ApiKey | null>(null)
  return (
    <Section title={texts.list}>
      <QueryView query={query} skeleton={<RowSkeletons count={2} />}>
        {(keys) =>
          keys.length === 0 ? (
            <EmptyState icon={IconKey} title={texts.noneTitle} text={texts.noneText} />
          ) : (
            <ul className={classes.list}>
              {keys.map((key) => (
                <Row key={key.id} apiKey={key} onRevoke={() => setLeaving(key)} />
              ))}
            </ul>
          )
        }
      </QueryView>
      <Revocation apiKey={leaving} onClose={() => setLeaving(null)} />
    </Section>
  )
}

function Row({ apiKey, onRevoke }: { apiKey: ApiKey; onRevoke: () => void }) {
  const texts = useTexts().apiKeys
  const locale = useLocale()
  const { created_at: made, last_used_at: used } = apiKey
  return (
    <li className={classes.key}>
      <div className={classes.body}>
        <div className={classes.name}>
          <span className={classes.nameText} dir="auto">
            {apiKey.name}
          </span>
          <code className={classes.hint} dir="ltr">
            {apiKey.hint}…
          </code>
        </div>
        <div className={classes.facts}>
          <bdi dir="ltr">{apiKey.scopes.join(', ')}</bdi>
        </div>
        <div className={classes.facts}>
          {used === null ? (
            texts.neverUsed
          ) : (
            <>
              {texts.lastUsed} <RelativeTime at={used} />
            </>
          )}
          {' · '}
          {texts.made}{' '}
          <time dateTime={made} title={exactTime(made, locale)}>
            {dateText(made, locale)}
          </time>
        </div>
      </div>
      <Button variant="default" onClick={onRevoke} aria-label={texts.revokeNamed(apiKey.name)}>
        {texts.revoke}
      </Button>
    </li>
  )
}

function Revocation({ apiKey, onClose }: { apiKey: ApiKey | null; onClose: () => void }) {
  const texts = useTexts().apiKeys
  const { organization } = useMembership()
  const revoke = useRevokeApiKey(organization.id)
  const name = apiKey?.name ?? ''
  const title = texts.revokeTitle(name)
  const lateFailure = useLateFailure(apiKey !== null, title)
  const close = () => {
    revoke.reset()
    onClose()
  }
  const confirm = () => {
    if (apiKey === null) return
    const onSuccess = () => {
      close()
      notifications.show({ message: texts.revoked(name) })
    }
    void revoke.mutateAsync(apiKey, { onSuccess }).catch(lateFailure())
  }
  return (
    <ConfirmDialog
      opened={apiKey !== null}
      title={title}
      text={texts.revokeText}
      action={texts.revoke}
      onConfirm={confirm}
      onCancel={close}
      busy={revoke.isPending}
      error={revoke.error}
    />
  )
}

/** A first request to try the key. */
function Use() {
  const t = useTexts()
  const texts = t.apiKeys
  const { organization } = useMembership()
  const address = `${location.origin}/v1/organizations/${organization.id}/deliveries?state=failed`
  return (
    <Section title={texts.use} lead={texts.useLead}>
      <CodeBlock
        code={`curl -H 'Authorization: Bearer plk_…' \\\n  '${address}'`}
        copyLabel={texts.copyExample}
      />
      <Group mt="sm">
        <Anchor href="/v1/reference" target="_blank" rel="noopener" size="sm">
          {t.webhooks.reference}
        </Anchor>
      </Group>
    </Section>
  )
}
