/** The words about social login: a widget's page "Member login". */
export const memberLoginEn = {
  title: 'Member login',
  lead: 'Visitors may sign in with an account they have. Nobody has to, and nothing starts without their click.',
  anyPage:
    'Any page may embed this widget, so people are asked once more before a page learns who they are. List your pages under Installation, and they are not.',

  source: 'Key source',
  sourceLead: 'Whose application asks for consent: visitors read its name there.',
  sources: { service: 'Service keys', own: 'Own keys' },
  sourceTexts: {
    service: 'The applications of whoever runs this installation. There is nothing to set up.',
    own: 'Your own application at each service, under your own name.',
  },
  sourceWarning:
    'Apple and Facebook give each application other ids: after a change of source their members come back as new ones.',

  session: 'Stay signed in',
  sessionLead: 'How long a member stays signed in on one browser without signing out.',
  days: 'Days',
  daysWrong: 'Write a whole number from 1 to 365.',

  services: 'Services',
  servicesLead: 'What is on appears in the chat, on its login page.',
  offer: (service: string) => `Offer ${service}`,
  on: 'On',
  off: 'Off',
  noKeys: 'Keys are missing',
  details: (service: string) => `Set up ${service}`,
  setUp: 'Set up',
  operatorKeys: 'This installation has keys for it. Switch it on, and it works.',
  noOperatorKeys: (variables: string) =>
    `This installation has no keys for it. Whoever runs it can set ${variables}; or choose own keys above.`,

  steps: 'How to get the keys',
  openConsole: (service: string) => `Open the console of ${service}`,
  howTo: {
    google: [
      'Make an OAuth client of the type “Web application”.',
      'Add the redirect URI below to its authorized redirect URIs.',
      'Publish the consent screen, or only your test users get in.',
    ],
    facebook: [
      'Make an app with the use case “Authenticate and request data from users with Facebook Login”.',
      'Add the redirect URI below to its valid OAuth redirect URIs, and the permission email.',
      'Switch the app to live. Id and secret are under App settings, Basic.',
    ],
    apple: [
      'Make a Services ID with “Sign in with Apple”; its identifier is the client id.',
      'Add your domain and the redirect URI below to its return URLs.',
      'Make a key for “Sign in with Apple” and download its .p8 file: Apple gives it once.',
    ],
    github: [
      'Make an OAuth app; its homepage is your site.',
      'Its authorization callback URL is the redirect URI below.',
      'Generate a client secret: GitHub shows it once.',
    ],
    x: [
      'Make an app, and under its user authentication choose “Web App”, a confidential client.',
      'Its callback URI is the redirect URI below.',
      'Take client id and secret of OAuth 2.0, not the API key.',
    ],
  },
  redirect: 'Redirect URI',
  copyRedirect: 'Copy the redirect URI',

  clientId: 'Client ID',
  servicesId: 'Client ID (Services ID)',
  clientSecret: 'Client secret',
  teamId: 'Team ID',
  keyId: 'Key ID',
  tenCharacters: 'Ten capital letters and digits.',
  privateKey: 'Private key (.p8)',
  privateKeyHint: 'The whole text of the file, from BEGIN to END.',
  secretSaved: 'Saved, and not shown again. What you write here replaces it.',
  secretNew: 'Kept encrypted, and not shown again.',
  forget: 'Forget these keys',
  forgetTitle: (service: string) => `Forget the keys of ${service}?`,
  forgetText: 'The login is switched off. Members who are signed in stay so until their time is over.',

  test: 'Test this login',
  testHint: 'Opens the service as visitors see it, and shows here what it answers. Nobody is signed in.',
  testWaiting: 'Waiting for the other window.',
  testBlocked: 'The browser blocked the window. Allow pop-ups for this page and try again.',
  testClosed: 'The window was closed before the service had answered.',
  testWorked: 'It works. The service says:',
  testFailed: 'It does not work yet.',
  testAnswer: 'The service answered:',
  fields: {
    id: 'Id',
    name: 'Name',
    username: 'Username',
    email: 'E-mail',
  },
  verified: 'verified',
  unverified: 'not verified',
  notSaid: 'Not said',

  problems: {
    login_keys_missing: 'A login needs its keys before it can be on. Enter and save them first.',
    login_private_key_invalid: 'This is no private key of Apple. Paste the whole text of the .p8 file.',
    login_cancelled: 'The sign-in was not approved in the other window.',
    login_failed:
      'The service did not say who has signed in. Mostly the secret or the redirect URI is wrong.',
    login_expired: 'The sign-in took too long.',
    login_state_invalid: 'This sign-in has ended already. Begin it again.',
    login_browser_mismatch: 'The browser did not keep our cookie. Allow cookies for this address.',
  },
}
