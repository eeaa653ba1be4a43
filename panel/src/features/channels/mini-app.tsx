import { Select, Switch } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { channelCapabilities } from '@parley/protocol/channel'
import type { ChannelConnection } from '@parley/protocol/channel-connection'
import type { MiniApp } from '@parley/protocol/mini-app'
import type { Provider } from '@parley/protocol/provider'
import { useMembership } from '../../context/membership.tsx'
import { useTexts } from '../../i18n/i18n.tsx'
import { miniAppQuery, useChangeMiniApp } from '../../queries/mini-app-queries.ts'
import { providersQuery } from '../../queries/organization-queries.ts'
import { CopyButton } from '../../ui/copy-button.tsx'
import { LoadError } from '../../ui/load-error.tsx'
import { ProblemNote } from '../../ui/problem-note.tsx'
import classes from './mini-app.module.css'

/** The mini app of an account: a switch, whose chat it shows, and the address to register. */
export function MiniAppSetting({ channel }: { channel: ChannelConnection }) {
  const { organization } = useMembership()
  const enabled = channelCapabilities[channel.channel].miniApp
  const app = useQuery({ ...miniAppQuery(organization.id, channel.id), enabled })
  const providers = useQuery(providersQuery(organization.id))
  if (!enabled) return null
  if (app.data && providers.data) return <Loaded channel={channel} app={app.data} widgets={providers.data} />
  const failed = [app, providers].find(({ isError }) => isError)
  return failed ? <LoadError error={failed.error} retry={() => void failed.refetch()} /> : null
}

function Loaded({
  channel,
  app,
  widgets,
}: {
  channel: ChannelConnection
  app: MiniApp
  widgets: Provider[]
}) {
  const texts = useTexts().miniApp
  const change = useChangeMiniApp(channel.id)
  const id = useId()
  const [first] = widgets
  const isOn = app.widget_id !== null
  return (
    <section className={classes.app} aria-label={texts.named(channel.name)}>
      <div className={classes.line}>
        <div className={classes.about}>
          <div className={classes.title}>{texts.title}</div>
          <p className={classes.text} id={id}>
            {first === undefined ? texts.noWidget : texts.lead}
          </p>
        </div>
        <Switch
          aria-label={texts.named(channel.name)}
          aria-describedby={id}
          checked={isOn}
          disabled={change.isPending || (!isOn && first === undefined)}
          onChange={() => change.mutate({ widget_id: isOn ? null : (first?.id ?? null) })}
        />
      </div>
      <ProblemNote error={change.error} />
      {isOn && (
        <>
          {widgets.length > 1 && (
            <Select
              label={texts.widget}
              data={widgets.map((widget) => ({ value: widget.id, label: widget.name }))}
              value={app.widget_id}
              allowDeselect={false}
              disabled={change.isPending}
              maw={320}
              onChange={(widget) => change.mutate({ widget_id: widget })}
            />
          )}
          <div>
            <div className={classes.title}>{texts.address}</div>
            <div className={classes.address}>
              <code dir="ltr">{app.url}</code>
              <CopyButton value={app.url} label={texts.copy} />
            </div>
            <p className={classes.text}>{app.url.startsWith('https:') ? texts.hint : texts.https}</p>
          </div>
        </>
      )}
    </section>
  )
}
