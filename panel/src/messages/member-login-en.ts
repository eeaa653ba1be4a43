/** Texts of social login: a widget's "Member login" page. */
export const memberLoginEn = {
  title: 'Member login',
  lead: 'Visitors can sign in with an existing account. Signing in is optional and starts only when they click.',
  anyPage:
    'Any page can embed this widget, so visitors confirm once more before a page learns who they are. List your pages under Installation to skip this step.',

  source: 'Key source',
  sourceLead: 'Whose application asks for consent. Visitors see its name there.',
  sources: { service: 'Service keys', own: 'Own keys' },
  sourceTexts: {
    service: 'The applications of this installation’s operator. No setup needed.',
    serviceMissing:
      'The operator of this installation has not set any keys yet. Use your own keys until then.',
    own: 'Your own application with each service, under your own name.',
  },
  sourceWarning:
    'Apple and Facebook assign different IDs to each application: after you change the source, their members return as new customers.',

  session: 'Stay signed in',
  sessionLead: 'How long members stay signed in on a browser unless they sign out.',
  days: 'Days',
  daysWrong: 'Enter a whole number from 1 to 365.',

  services: 'Services',
  servicesLead: 'Services that are on appear on the login page of the chat.',
  offer: (service: string) => `Offer ${service}`,
  on: 'On',
  off: 'Off',
  noKeys: 'Keys missing',
  details: (service: string) => `Set up ${service}`,
  setUp: 'Set up',
  operatorKeys: 'This installation has keys for this service. Turn it on to use it.',
  noOperatorKeys: (variables: string) =>
    `This installation has no keys for this service. Its operator can set ${variables}, or you can choose own keys above.`,

  steps: 'How to get the keys',
  openConsole: (service: string) => `Open the console of ${service}`,
  howTo: {
    google: [
      'Create an OAuth client of type “Web application”.',
      'Add the redirect URI below to its authorized redirect URIs.',
      'Publish the consent screen. Otherwise only test users can sign in.',
    ],
    facebook: [
      'Create an app with the use case “Authenticate and request data from users with Facebook Login”.',
      'Add the redirect URI below to its valid OAuth redirect URIs, and the permission email.',
      'Switch the app to live mode. ID and secret are under App settings, Basic.',
    ],
    apple: [
      'Create a Services ID with “Sign in with Apple”. Its identifier is the client ID.',
      'Add your domain and the redirect URI below to its return URLs.',
      'Create a key for “Sign in with Apple” and download its .p8 file. Apple offers it only once.',
    ],
    github: [
      'Create an OAuth app with your site as its homepage.',
      'Use the redirect URI below as its authorization callback URL.',
      'Generate a client secret. GitHub shows it only once.',
    ],
    x: [
      'Create an app and choose “Web App”, a confidential client, in its user authentication settings.',
      'Use the redirect URI below as its callback URI.',
      'Use the OAuth 2.0 client ID and secret, not the API key.',
    ],
  },
  redirect: 'Redirect URI',
  copyRedirect: 'Copy redirect URI',

  clientId: 'Client ID',
  servicesId: 'Client ID (Services ID)',
  clientSecret: 'Client secret',
  teamId: 'Team ID',
  keyId: 'Key ID',
  tenCharacters: 'Ten capital letters and digits.',
  privateKey: 'Private key (.p8)',
  privateKeyHint: 'The complete file, from BEGIN to END.',
  secretSaved: 'Saved and no longer shown. Enter a new value to replace it.',
  secretNew: 'Stored encrypted and not shown again.',
  forget: 'Delete these keys',
  forgetTitle: (service: string) => `Delete the keys for ${service}?`,
  forgetText: 'This login is turned off. Members who are signed in stay signed in until their session ends.',

  test: 'Test login',
  testHint: 'Opens the service as visitors see it and shows its response here. Nobody is signed in.',
  testWaiting: 'Waiting for the other window …',
  testBlocked: 'The browser blocked the pop-up. Allow pop-ups for this page and try again.',
  testClosed: 'The window was closed before the service responded.',
  testWorked: 'The login works. The service returned:',
  testFailed: 'The login does not work yet.',
  testAnswer: 'The service responded:',
  fields: {
    id: 'ID',
    name: 'Name',
    username: 'Username',
    email: 'E-mail',
  },
  verified: 'verified',
  unverified: 'not verified',
  notSaid: 'Not provided',

  problems: {
    login_keys_missing: 'This login cannot be turned on without keys. Enter and save them first.',
    login_private_key_invalid:
      'This is not a valid Apple private key. Paste the complete text of the .p8 file.',
    login_cancelled: 'The sign-in was cancelled in the other window.',
    login_failed: 'The service did not confirm the sign-in. Usually the secret or the redirect URI is wrong.',
    login_expired: 'The sign-in took too long. Start it again.',
    login_state_invalid: 'This sign-in has already ended. Start it again.',
    login_browser_mismatch:
      'The browser did not keep our cookie. Allow cookies for this address and try again.',
  },
}
