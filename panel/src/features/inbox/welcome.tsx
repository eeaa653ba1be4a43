import { Button, Select } from '@mantine/core'
import { IconBuildingStore, IconExternalLink, IconPalette, IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useId, useState } from 'react'
import { isAdmin, useMembership } from '../../context/membership.tsx'
import { useTexts } from '../../i18n/i18n.tsx'
import { meQuery, providersQuery } from '../../queries/organization-queries.ts'
import { CodeBlock } from '../../ui/code-block.tsx'
import { CodeView } from '../../ui/code-view.tsx'
import { LoadError } from '../../ui/load-error.tsx'
import { FormSkeleton } from '../../ui/skeletons.tsx'
import classes from './welcome.module.css'

/** Only new organizations need it. */
const loadPreview = () => import('../../ui/widget-preview.tsx')

/** First steps of a new organization: the embed code and a preview of the widget. */
export function Welcome({ organizationId }: { organizationId: string }) {
  const texts = useTexts().inbox.welcome
  const providers = useQuery(providersQuery(organizationId))
  const hasDemoShop = useQuery(meQuery).data?.demo_shop === true
  const [chosen, setChosen] = useState<string | null>(null)
  const title = useId()
  const membership = useMembership()

  if (providers.data === undefined) {
    return (
      <div className={classes.page}>
        {providers.isError ? (
          <LoadError error={providers.error} retry={() => void providers.refetch()} />
        ) : (
          <FormSkeleton fields={2} />
        )}
      </div>
    )
  }
  const provider = providers.data.find(({ id }) => id === chosen) ?? providers.data[0]
  return (
    <div className={classes.page}>
      <section className={classes.card} aria-labelledby={title}>
        <h2 id={title}>{texts.title}</h2>
        {provider === undefined ? (
          <p>{isAdmin(membership) ? texts.noProviderAdmin : texts.noProvider}</p>
        ) : (
          <>
            <p>{texts.text}</p>
            {providers.data.length > 1 && (
              <Select
                label={texts.widget}
                data={providers.data.map(({ id, name }) => ({ value: id, label: name }))}
                value={provider.id}
                onChange={setChosen}
                allowDeselect={false}
                maw={320}
              />
            )}
            <CodeBlock code={provider.embed_snippet} copyLabel={texts.snippet} />
          </>
        )}
        <div className={classes.ways}>
          {hasDemoShop && (
            <Button
              component="a"
              href="/shop"
              target="_blank"
              rel="noreferrer"
              leftSection={<IconBuildingStore size={18} stroke={1.75} aria-hidden="true" />}
              rightSection={<IconExternalLink size={16} stroke={1.75} aria-hidden="true" />}
            >
              {texts.shop}
            </Button>
          )}
          {provider === undefined && isAdmin(membership) && (
            <Button
              leftSection={<IconPlus size={18} stroke={1.75} aria-hidden="true" />}
              renderRoot={(props) => (
                <Link to="/o/$organizationId/settings/widgets" params={{ organizationId }} {...props} />
              )}
            >
              {texts.create}
            </Button>
          )}
          {provider !== undefined && isAdmin(membership) && (
            <Button
              variant="default"
              leftSection={<IconPalette size={18} stroke={1.75} aria-hidden="true" />}
              renderRoot={(props) => (
                <Link
                  to="/o/$organizationId/settings/widgets/$providerId/appearance"
                  params={{ organizationId, providerId: provider.id }}
                  {...props}
                />
              )}
            >
              {texts.preview}
            </Button>
          )}
        </div>
        {hasDemoShop && <p>{texts.shopText}</p>}
      </section>
      {provider === undefined ? null : (
        <div className={classes.preview}>
          <CodeView name="widget-preview" load={loadPreview}>
            {({ WidgetPreview }) => (
              <WidgetPreview
                key={provider.id}
                appearance={provider.appearance}
                calls={provider.calls.mode !== 'off'}
              />
            )}
          </CodeView>
        </div>
      )}
    </div>
  )
}
