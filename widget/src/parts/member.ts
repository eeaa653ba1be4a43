import question from './question.css?inline'
import css from './member/member.css?inline'
import { receive, type Kit } from './kit.ts'
import { AccountRows } from './member/account-rows.tsx'
import { CloseQuestion } from './member/close-question.tsx'
import { LanguageSheet } from './member/language-sheet.tsx'
import { LoginPage } from './member/login-page.tsx'
import { redeemFromAddress } from './member/popup.ts'
import { openTokens, tellIgnored, tellRefusal } from './member/tokens.ts'

/** Everything about being somebody: the login page, the account in the menu, the sheet, the page's tokens. */
export type Member = ReturnType<typeof take>

const all = question + css
export { all as css }

export function take(kit: Kit) {
  receive(kit)
  return {
    AccountRows,
    CloseQuestion,
    LanguageSheet,
    LoginPage,
    redeemFromAddress,
    openTokens,
    tellIgnored,
    tellRefusal,
  }
}
