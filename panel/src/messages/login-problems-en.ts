/** Rejected socket tokens, for the organization's developers. */
export const loginProblemsEn = {
  title: 'Login problems',
  lead: 'Tokens this widget rejected, most recent first, and how to fix them. The tokens themselves are not stored.',
  none: 'No tokens were rejected.',
  times: (count: number) => (count === 1 ? 'once' : `${count} times`),
  noPage: 'not from a browser',
  ofWidget: 'for widget',
  cures: {
    token_too_long:
      'The token is longer than 8192 characters. Include only the documented claims, no images.',
    token_malformed: 'This is not a JWT. Return the string from your JWT library unchanged.',
    token_alg_not_allowed: 'The token is not signed with HS256. Set the algorithm in your JWT library.',
    token_pid_mismatch: 'The claim pid names another widget. Use the provider ID above.',
    bad_signature:
      'The token is not signed with an active secret key of this widget. Copy the complete key into your server’s settings again.',
    token_type_invalid: 'The claim type is missing or wrong. Set it to user.',
    token_uid_invalid: 'The claim uid must be a string of 1 to 255 characters. Send numeric IDs as strings.',
    token_exp_missing: 'The claim exp is missing. Set it to iat + 3600.',
    token_exp_invalid: 'The claim exp must be a whole number of Unix seconds, not a string or a fraction.',
    token_expired: 'The token had expired. Let getToken fetch a new one, and check your server’s clock.',
    token_exp_too_far:
      'The token is valid for more than an hour. Set exp to iat + 3600, in seconds, not milliseconds.',
    token_iat_invalid:
      'The claim iat must be the current time in whole Unix seconds. Check your server’s clock.',
    token_nbf_invalid:
      'The token is not valid yet: the claim nbf is in the future. Check your server’s clock, or omit nbf.',
    cnf_missing: 'The claim cnf.jkt is missing. Copy the jkt passed to getToken into it.',
    key_mismatch:
      'The token was issued for another browser. Do not store tokens in the page or on the server: sign one for each jkt.',
    account_closed: 'The member closed the account after this token was issued. Signing in again reopens it.',
  },
}
