/** Sign-in: the login page, the account in the menu, the language question, the page's tokens. */
export { default as css } from './member/member.css?inline'
export { AccountRows } from './member/account-rows.tsx'
export { CloseQuestion } from './member/close-question.tsx'
export { LanguageSheet } from './member/language-sheet.tsx'
export { LoginPage } from './member/login-page.tsx'
export { redeemFromAddress } from './member/popup.ts'
export { logIgnoredClaims, logRefusal, openTokens } from './member/tokens.ts'
