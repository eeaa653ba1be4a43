/** Error codes of mini apps, part of `workspaceErrors`: one for each reason why `initData` is refused. */
export const miniAppErrors = {
  mini_app_off: { status: 404, title: 'This mini app does not exist or is switched off.' },
  mini_app_unsupported: { status: 409, title: 'This channel has no mini app.' },
  init_data_malformed: { status: 401, title: 'The initData is not in the form that the platform documents.' },
  init_data_duplicate_key: { status: 401, title: 'The initData contains a field twice.' },
  init_data_line_feed: { status: 401, title: 'A field of the initData contains a line feed.' },
  init_data_unsigned: {
    status: 401,
    title: 'The initData has no hash or no signature. Update the app of the platform.',
  },
  init_data_user_missing: { status: 401, title: 'The initData names no user.' },
  init_data_hash_invalid: {
    status: 401,
    title: 'The hash of the initData was not made with the token of this bot.',
  },
  init_data_signature_invalid: {
    status: 401,
    title: 'The signature of the initData was not made by the platform for this bot.',
  },
  init_data_wrong_environment: {
    status: 401,
    title: 'The initData is from another environment of the platform (test or production).',
  },
  init_data_expired: { status: 401, title: 'The initData is older than five minutes. Open the app again.' },
  init_data_in_future: { status: 401, title: 'The auth_date of the initData is in the future.' },
  init_data_replayed: { status: 401, title: 'The initData was already used in another browser.' },
} as const
