import type { Messages } from '../en.ts'

export const loginProblemsFr: Messages['loginProblems'] = {
  title: 'Problèmes de connexion',
  lead: 'Les jetons que ce widget a refusés, les plus récents d’abord, et ce qu’il faut faire. Les jetons eux-mêmes ne sont gardés nulle part.',
  none: 'Aucun jeton n’a été refusé.',
  times: (count) => (count === 1 ? 'une fois' : `${count} fois`),
  noPage: 'hors d’un navigateur',
  ofWidget: 'pour le widget',
  cures: {
    token_too_long: 'Le jeton dépasse 8192 caractères. N’y mettez que les champs documentés, pas d’images.',
    token_malformed:
      'Ce n’est pas un JWT. Renvoyez le texte que donne votre bibliothèque JWT, sans rien autour.',
    token_alg_not_allowed:
      'Le jeton n’est pas signé avec HS256. Réglez l’algorithme de votre bibliothèque JWT.',
    token_pid_mismatch:
      'Le champ pid désigne un autre widget. Utilisez l’identifiant du fournisseur ci-dessus.',
    bad_signature:
      'Le jeton n’est pas signé avec une clé secrète valable de ce widget. Recopiez la clé, entière, dans les réglages de votre serveur.',
    token_type_invalid: 'Le champ type manque ou est un autre. Mettez-le à user.',
    token_uid_invalid:
      'Le champ uid doit être un texte de 1 à 255 caractères. Envoyez un identifiant numérique comme texte.',
    token_exp_missing: 'Le champ exp manque. Mettez-le à iat + 3600 dans le contenu.',
    token_exp_invalid: 'Le champ exp doit être un nombre entier de secondes Unix, ni texte ni fraction.',
    token_expired:
      'Le jeton avait expiré. Laissez getToken en chercher un nouveau et vérifiez l’horloge de votre serveur.',
    token_exp_too_far:
      'Le jeton est valable plus d’une heure. Mettez exp à iat + 3600, en secondes et non en millisecondes.',
    token_iat_invalid:
      'Le champ iat doit être l’heure actuelle en secondes Unix entières. Vérifiez l’horloge de votre serveur.',
    token_nbf_invalid:
      'Le jeton n’est pas encore valable : le champ nbf est dans le futur. Vérifiez l’horloge de votre serveur ou omettez nbf.',
    cnf_missing: 'Le champ cnf.jkt manque. Recopiez-y le jkt que reçoit getToken.',
    key_mismatch:
      'Le jeton a été fait pour un autre navigateur. Ne gardez les jetons ni dans la page ni sur le serveur : signez-en un pour chaque jkt.',
    account_closed:
      'Le membre a fermé son compte après la création de ce jeton. Une nouvelle connexion le rouvre.',
  },
}
