import { Anchor, Button, Collapse, List, Switch, Text } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { useEffect, useId, useState } from 'react'
import type { KeySource, LoginSetting } from '@parley/protocol/social-login'
import { useTexts } from '../../i18n/i18n.tsx'
import { CodeBlock } from '../../ui/code-block.tsx'
import { ProblemNote } from '../../ui/problem-note.tsx'
import { SocialIcon } from '../../ui/social-icon.tsx'
import { LoginKeysForm } from './login-keys-form.tsx'
import { LoginTest } from './login-test.tsx'
import { useChangeMemberLogin } from './member-login-queries.ts'
import classes from './member-login.module.css'
import { operatorVariables, socialServices } from './social-services.ts'

interface LoginRowProps {
  providerId: string
  source: KeySource
  login: LoginSetting
}

/** One login service: a switch and its setup. */
export function LoginRow({ providerId, source, login }: LoginRowProps) {
  const texts = useTexts().memberLogin
  const change = useChangeMemberLogin(providerId)
  const [details, setDetails] = useState<'unopened' | 'open' | 'closed'>('unopened')
  const open = details === 'open'
  const id = useId()
  const { name } = socialServices[login.social]
  // An error refers to the previous key source: reset it without collapsing the row.
  const { reset } = change
  useEffect(reset, [reset, source])
  const ready = source === 'service' ? login.service_keys : hasOwnKeys(login)
  const state = !ready ? texts.noKeys : login.enabled ? texts.on : texts.off

  return (
    <li className={classes.row}>
      <div className={classes.line}>
        <SocialIcon of={login.social} size={22} />
        <div className={classes.body}>
          <span className={classes.name}>{name}</span>
          <span className={classes.state} data-on={(ready && login.enabled) || undefined}>
            {state}
          </span>
        </div>
        <Button
          variant="subtle"
          color="gray"
          size="compact-sm"
          aria-expanded={open}
          aria-controls={id}
          aria-label={texts.details(name)}
          rightSection={
            <IconChevronDown
              size={16}
              stroke={1.75}
              className={classes.chevron}
              data-open={open || undefined}
              aria-hidden
            />
          }
          onClick={() => setDetails(open ? 'closed' : 'open')}
        >
          {texts.setUp}
        </Button>
        <Switch
          aria-label={texts.offer(name)}
          checked={login.enabled}
          disabled={change.isPending}
          onChange={() =>
            change.mutate(
              { logins: [{ social: login.social, enabled: !login.enabled }] },
              { onError: () => setDetails('open') },
            )
          }
        />
      </div>
      <ProblemNote error={change.error} texts={texts.problems} />
      {/* Closed details may contain unsaved keys. Only `display-none` keeps the effects of their guard. */}
      <Collapse id={id} expanded={open} keepMountedMode="display-none">
        {details !== 'unopened' && (
          <Details key={source} providerId={providerId} source={source} login={login} ready={ready} />
        )}
      </Collapse>
    </li>
  )
}

const hasOwnKeys = ({
  social,
  client_id: id,
  key_id: key,
  secret_saved: secret,
  team_id: team,
}: LoginSetting) => id !== null && secret && (social !== 'apple' || (team !== null && key !== null))

function Details({ providerId, source, login, ready }: LoginRowProps & { ready: boolean }) {
  const texts = useTexts().memberLogin
  const { console: address, name } = socialServices[login.social]
  return (
    <div className={classes.details}>
      {source === 'service' ? (
        <Text size="sm" maw="62ch">
          {ready ? texts.operatorKeys : texts.noOperatorKeys(operatorVariables(login.social))}
        </Text>
      ) : (
        <>
          <div>
            <h3 className={classes.subtitle}>{texts.steps}</h3>
            <List type="ordered" size="sm" spacing={4} maw="62ch">
              {texts.howTo[login.social].map((step) => (
                <List.Item key={step}>{step}</List.Item>
              ))}
            </List>
            <Anchor
              className={classes.console ?? ''}
              href={address}
              target="_blank"
              rel="noreferrer"
              size="sm"
            >
              {texts.openConsole(name)}
            </Anchor>
          </div>
          <div>
            <h3 className={classes.subtitle}>{texts.redirect}</h3>
            <CodeBlock code={login.redirect_uri} copyLabel={texts.copyRedirect} />
          </div>
          <LoginKeysForm providerId={providerId} login={login} />
        </>
      )}
      {ready && <LoginTest providerId={providerId} social={login.social} />}
    </div>
  )
}
