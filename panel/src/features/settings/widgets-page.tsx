import { Button, TextInput } from '@mantine/core'
import { IconChevronRight, IconMessageCirclePlus, IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { Provider } from '@parley/protocol/provider'
import { useMembership } from '../../context/membership.tsx'
import { useTexts } from '../../i18n/i18n.tsx'
import { providersQuery } from '../../queries/organization-queries.ts'
import { useCreateProvider } from '../../queries/provider-queries.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { QueryView } from '../../ui/query-view.tsx'
import { SettingsPage } from '../../ui/settings-page.tsx'
import { RowSkeletons } from '../../ui/skeletons.tsx'
import classes from './widgets-page.module.css'

export function WidgetsPage() {
  const texts = useTexts().settings.widgets
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
      <WidgetList />
      {creating ? <CreateDialog onClose={() => setCreating(false)} /> : null}
    </SettingsPage>
  )
}

function WidgetList() {
  const texts = useTexts().settings.widgets
  const { organization } = useMembership()
  const query = useQuery(providersQuery(organization.id))
  return (
    <QueryView query={query} skeleton={<RowSkeletons count={2} />}>
      {(providers) =>
        providers.length === 0 ? (
          <EmptyState icon={IconMessageCirclePlus} title={texts.noneTitle} text={texts.noneText} />
        ) : (
          <ul className={classes.list}>
            {providers.map((provider) => (
              <Row key={provider.id} provider={provider} />
            ))}
          </ul>
        )
      }
    </QueryView>
  )
}

function Row({ provider }: { provider: Provider }) {
  const texts = useTexts().settings.widgets
  const { organization } = useMembership()
  const count = provider.allowed_origins.length
  return (
    <li>
      <Link
        className={classes.row}
        to="/o/$organizationId/settings/widgets/$providerId/appearance"
        params={{ organizationId: organization.id, providerId: provider.id }}
      >
        <span
          className={classes.colour}
          style={{ '--widget-colour': provider.appearance.brand_color }}
          aria-hidden
        />
        <span className={classes.body}>
          <span className={classes.name}>{provider.name}</span>
          <span className={classes.facts}>
            {count === 0 ? texts.anyOrigin : count === 1 ? provider.allowed_origins[0] : texts.origins(count)}
          </span>
        </span>
        <IconChevronRight className={classes.chevron} size={20} stroke={1.75} aria-hidden />
      </Link>
    </li>
  )
}

function CreateDialog({ onClose }: { onClose: () => void }) {
  const t = useTexts()
  const texts = t.settings.widgets
  const { organization } = useMembership()
  const navigate = useNavigate()
  const create = useCreateProvider()
  const [name, setName] = useState('')
  const [tried, setTried] = useState(false)
  const empty = name.trim() === ''
  return (
    <FormDialog
      title={texts.createTitle}
      dirty={name !== ''}
      error={create.error}
      saveLabel={texts.createAction}
      isSaving={create.isPending}
      onSave={() => {
        setTried(true)
        if (empty) return undefined
        return create.mutateAsync(
          { name: name.trim() },
          {
            onSuccess: (made) =>
              void navigate({
                to: '/o/$organizationId/settings/widgets/$providerId/appearance',
                params: { organizationId: organization.id, providerId: made.id },
                // The name is saved.
                ignoreBlocker: true,
              }),
          },
        )
      }}
      onClose={onClose}
    >
      <TextInput
        label={texts.name}
        description={texts.nameHint}
        value={name}
        maxLength={100}
        data-autofocus
        onChange={(event) => setName(event.currentTarget.value)}
        error={tried && empty ? t.entry.missing : null}
      />
    </FormDialog>
  )
}
