export const messages = {
  signIn: 'Sign in',
  signOut: 'Sign out',
  member: 'Signed in',

  signInReason:
    'Sign in to see your conversations on all your devices. Messages you sent without signing in are kept separately.',
  continueWith: 'Continue with {name}',
  stayAnonymous: 'Continue as guest',
  goOnThere: 'Continue in the {name} window.',
  notYet: 'You are not signed in yet. If the window is still open, continue there.',
  blocked: 'Your browser blocked the sign-in window.',
  openHere: 'Continue in this tab',

  closeAccount: 'Close account',
  closeQuestion: 'Close your account?',
  closeMeaning:
    'You will be signed out. Our team keeps your messages and sees that you closed the account. Sign in again to reopen it.',

  whichLanguage: 'Which language should we reply in?',
  goOn: 'Start chatting',

  cancel: 'Cancel',
  failed: 'Something went wrong. Try again.',
  tryAgain: 'Try again',
}
