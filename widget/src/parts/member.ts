/** Sign-in: the login page, the account in the menu, the language question, the page's tokens. */
export { default as css } from './member/member.css?inline'
export { AccountRows } from './member/account-rows.tsx'
export { CloseAccountDialog } from './member/close-account-dialog.tsx'
export { LanguageDialog } from './member/language-dialog.tsx'
export { LoginPage } from './member/login-page.tsx'
export { redeemFromAddress } from './member/login-popup.ts'
export { logIgnoredClaims, logRefusal, openTokens } from './member/tokens.ts'
