/** Socket tokens that were refused, told to whoever writes the organization's server. */
export const loginProblemsEn = {
  title: 'Login problems',
  lead: 'Tokens that this widget refused, the latest first, and what to do. The tokens themselves are kept nowhere.',
  none: 'No token was refused.',
  times: (count: number) => (count === 1 ? 'once' : `${count} times`),
  noPage: 'not from a browser',
  ofWidget: 'for the widget',
  cures: {
    token_too_long:
      'The token has more than 8192 characters. Put only the documented claims into it, no pictures.',
    token_malformed: 'This is no JWT. Return the text that your JWT library gives, with nothing around it.',
    token_alg_not_allowed: 'The token is not signed with HS256. Set the algorithm of your JWT library.',
    token_pid_mismatch: 'The claim pid names another widget. Use the provider id above.',
    bad_signature:
      'The token is not signed with a live secret key of this widget. Copy the key again, whole, into your server’s settings.',
    token_type_invalid: 'The claim type is missing or another one. Set it to user.',
    token_uid_invalid: 'The claim uid must be text of 1 to 255 characters. Send a numeric id as text.',
    token_exp_missing: 'The claim exp is missing. Set it to iat + 3600 in the payload.',
    token_exp_invalid: 'The claim exp must be a whole number of Unix seconds, neither text nor a fraction.',
    token_expired:
      'The token had expired. Let getToken fetch a fresh one, and check the clock of your server.',
    token_exp_too_far:
      'The token is valid for more than an hour. Set exp to iat + 3600, in seconds and not milliseconds.',
    token_iat_invalid:
      'The claim iat must be the present time in whole Unix seconds. Check the clock of your server.',
    cnf_missing: 'The claim cnf.jkt is missing. Copy the jkt that getToken receives into it.',
    key_mismatch:
      'The token was made for another browser. Never store tokens in the page or on the server: sign one for each jkt.',
    account_closed: 'The member had closed the account after this token was made. Signing in again opens it.',
  },
}
