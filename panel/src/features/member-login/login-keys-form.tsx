import { Button, PasswordInput, Textarea, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { LoginChange, LoginSetting } from '@parley/protocol/social-login'
import { ApiProblem } from '../../api/api-problem.ts'
import { useTexts } from '../../i18n/i18n.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { useLateFailure } from '../../ui/late-failure.ts'
import { useDraft, type DraftState } from '../../ui/draft.ts'
import { SaveBar } from '../../ui/save-bar.tsx'
import { keysChange, type LoginKeysDraft } from './keys-change.ts'
import { useChangeMemberLogin } from './member-login-queries.ts'
import classes from './member-login.module.css'
import { socialServices } from './social-services.ts'

const tenCharacters = /^[A-Z0-9]{10}$/

/** The organization's own OAuth application. Secrets are write-only. */
export function LoginKeysForm({ providerId, login }: { providerId: string; login: LoginSetting }) {
  const texts = useTexts().memberLogin
  const { mutateAsync } = useChangeMemberLogin(providerId)
  const stored: LoginKeysDraft = {
    client_id: login.client_id ?? '',
    team_id: login.team_id ?? '',
    key_id: login.key_id ?? '',
    secret: '',
  }
  const draft = useDraft(stored, (value) =>
    mutateAsync({ logins: [keysChange(login.social, stored, value)] }),
  )
  const isApple = login.social === 'apple'
  const { value } = draft
  const wrong = refusedField(draft.state)
  const wrongTen = (text: string) => (text === '' || tenCharacters.test(text) ? null : texts.tenCharacters)
  const secret = {
    value: value.secret,
    autoComplete: 'off',
    spellCheck: false,
    description: login.secret_saved ? texts.secretSaved : texts.secretNew,
    placeholder: login.secret_saved ? '••••••••••••••••' : '',
  }
  const blocked = isApple && (wrongTen(value.team_id) !== null || wrongTen(value.key_id) !== null)

  return (
    <form
      className={classes.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (!blocked) void draft.submit()
      }}
    >
      <TextInput
        label={isApple ? texts.servicesId : texts.clientId}
        dir="ltr"
        maxLength={255}
        autoComplete="off"
        spellCheck={false}
        value={value.client_id}
        onChange={(event) => draft.change({ client_id: event.currentTarget.value })}
      />
      {isApple ? (
        <>
          <div className={classes.pair}>
            <TextInput
              label={texts.teamId}
              dir="ltr"
              maxLength={10}
              autoComplete="off"
              spellCheck={false}
              value={value.team_id}
              onChange={(event) => draft.change({ team_id: event.currentTarget.value.trim().toUpperCase() })}
              error={wrongTen(value.team_id)}
            />
            <TextInput
              label={texts.keyId}
              dir="ltr"
              maxLength={10}
              autoComplete="off"
              spellCheck={false}
              value={value.key_id}
              onChange={(event) => draft.change({ key_id: event.currentTarget.value.trim().toUpperCase() })}
              error={wrongTen(value.key_id)}
            />
          </div>
          <Textarea
            label={texts.privateKey}
            {...secret}
            description={`${texts.privateKeyHint} ${secret.description}`}
            classNames={{ input: classes.pem ?? '' }}
            dir="ltr"
            minRows={3}
            maxRows={8}
            autosize
            maxLength={4096}
            onChange={(event) => draft.change({ secret: event.currentTarget.value })}
            error={wrong === 'private_key' ? texts.problems.login_private_key_invalid : null}
          />
        </>
      ) : (
        <PasswordInput
          label={texts.clientSecret}
          {...secret}
          dir="ltr"
          maxLength={4096}
          onChange={(event) => draft.change({ secret: event.currentTarget.value })}
        />
      )}
      <SaveBar
        state={wrong === 'private_key' ? { name: 'dirty' } : draft.state}
        onDiscard={draft.discard}
        blocked={blocked}
      />
      {login.client_id !== null || login.secret_saved ? (
        <Forget providerId={providerId} login={login} />
      ) : null}
    </form>
  )
}

function Forget({ providerId, login }: { providerId: string; login: LoginSetting }) {
  const texts = useTexts().memberLogin
  const change = useChangeMemberLogin(providerId)
  const [asking, setAsking] = useState(false)
  const title = texts.forgetTitle(socialServices[login.social].name)
  const lateFailure = useLateFailure(asking, title)
  const forget: LoginChange = { social: login.social, client_id: null, enabled: false }
  const confirm = () => {
    const onSuccess = () => setAsking(false)
    void change.mutateAsync({ logins: [forget] }, { onSuccess }).catch(lateFailure())
  }
  return (
    <>
      <Button
        className={classes.forget ?? ''}
        variant="subtle"
        color="red"
        size="compact-sm"
        onClick={() => setAsking(true)}
      >
        {texts.forget}
      </Button>
      <ConfirmDialog
        opened={asking}
        title={title}
        text={texts.forgetText}
        action={texts.forget}
        onConfirm={confirm}
        onCancel={() => {
          change.reset()
          setAsking(false)
        }}
        busy={change.isPending}
        error={change.error}
      />
    </>
  )
}

/** The rejected field, e.g. `private_key`. */
function refusedField(state: DraftState): string | undefined {
  if (state.name !== 'failed' || !(state.error instanceof ApiProblem)) return undefined
  return state.error.pointer?.split('/').at(-1)
}
