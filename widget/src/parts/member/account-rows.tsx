import { staysVisitor } from '@parley/client/identity/saved-login'
import { useChat, useStore } from '../../chat/chat-context.ts'
import { Avatar } from '../../chat/avatar.tsx'
import { useMemberMessages } from './member-messages.ts'
import { m } from './messages/keys.ts'

/** The first rows of the menu: who is signed in and the ways out, or the way in. */
export function AccountRows({ onLogin, onCloseAccount }: { onLogin(): void; onCloseAccount(): void }) {
  const { session, settings, preferences, pageKnowsMembers } = useChat()
  const t = useMemberMessages()
  const member = useStore(session.member)
  if (!t) return null
  if (!member) {
    const back = pageKnowsMembers() && staysVisitor(preferences.read().login)
    if (!back && settings.logins.length === 0) return null
    return (
      <button type="button" class="menu-row" onClick={back ? () => session.signIn(true) : onLogin}>
        {t(m.signIn)}
      </button>
    )
  }
  const { name, email, avatar_url, auth_provider } = member
  const shown = name ?? email ?? t(m.member)
  return (
    <div class="account">
      <div class="account-who">
        <Avatar agent={{ id: shown, name: shown, avatar_url }} />
        <span class="stack">
          <span class="ellipsis">
            <bdi>{shown}</bdi>
          </span>
          {name && email && (
            <span class="ellipsis caption">
              <bdi>{email}</bdi>
            </span>
          )}
        </span>
      </div>
      {/* Who stays signed in on the page is to stay a visitor here on its next pages too. */}
      <button type="button" class="menu-row" onClick={() => session.logout(auth_provider === 'custom')}>
        {t(m.signOut)}
      </button>
      <button type="button" class="menu-row danger" onClick={onCloseAccount}>
        {t(m.closeAccount)}
      </button>
    </div>
  )
}
