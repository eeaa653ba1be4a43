export const messages = {
  signIn: 'Sign in',
  signOut: 'Sign out',
  member: 'Signed in',

  signInReason:
    'Signed in, you find your conversations on every device. What you wrote without signing in stays apart.',
  continueWith: 'Continue with {name}',
  stayAnonymous: 'Stay anonymous',
  goOnThere: 'Go on in the window of {name}.',
  notYet: 'Not signed in yet. If the window is still open, go on there.',
  blocked: 'Your browser has blocked the window.',
  openHere: 'Go on in this tab',

  closeAccount: 'Close account',
  closeQuestion: 'Close your account?',
  closeMeaning:
    'You are signed out, and our team sees that you have closed the account. It keeps the messages. Signing in again opens the account.',

  whichLanguage: 'Which language shall we answer in?',
  goOn: 'Start chatting',

  cancel: 'Cancel',
  failed: 'That did not work. Try again.',
  tryAgain: 'Try again',
}
