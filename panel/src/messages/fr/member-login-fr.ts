import type { Messages } from '../en.ts'

export const memberLoginFr: Messages['memberLogin'] = {
  title: 'Connexion des membres',
  lead: 'Les visiteurs peuvent se connecter avec un compte existant. C’est facultatif et ne commence qu’à leur clic.',
  anyPage:
    'N’importe quelle page peut intégrer ce widget : une question de plus est donc posée avant qu’une page apprenne qui est la personne. Indiquez vos pages sous Installation et elle disparaît.',

  source: 'Origine des clés',
  sourceLead: 'À qui appartient l’application qui demande l’accord : les visiteurs y lisent son nom.',
  sources: { service: 'Clés du service', own: 'Vos propres clés' },
  sourceTexts: {
    service: 'Les applications de la personne qui exploite cette installation. Rien à configurer.',
    serviceMissing:
      'Les applications de la personne qui exploite cette installation, qui n’a pas encore défini de clés. D’ici là, choisissez vos propres clés.',
    own: 'Votre propre application chez chaque fournisseur, sous votre propre nom.',
  },
  sourceWarning:
    'Apple et Facebook donnent à chaque application d’autres identifiants : après un changement d’origine, leurs membres reviennent comme nouveaux.',

  session: 'Rester connecté',
  sessionLead: 'Combien de temps un membre reste connecté dans un navigateur sans se déconnecter.',
  days: 'Jours',
  daysWrong: 'Écrivez un nombre entier de 1 à 365.',

  services: 'Fournisseurs',
  servicesLead: 'Ce qui est activé apparaît sur la page de connexion de la discussion.',
  offer: (service) => `Proposer ${service}`,
  on: 'Activé',
  off: 'Désactivé',
  noKeys: 'Les clés manquent',
  details: (service) => `Configurer ${service}`,
  setUp: 'Configurer',
  operatorKeys: 'Cette installation a des clés pour ce fournisseur. Activez-le pour l’utiliser.',
  noOperatorKeys: (variables) =>
    `Cette installation n’a pas de clés pour lui. La personne qui l’exploite peut définir ${variables} ; ou choisissez vos propres clés ci-dessus.`,

  steps: 'Comment obtenir les clés',
  openConsole: (service) => `Ouvrir la console de ${service}`,
  howTo: {
    google: [
      'Créez un client OAuth de type « Application Web ».',
      'Ajoutez l’URI de redirection ci-dessous aux URI de redirection autorisés.',
      'Publiez l’écran de consentement, sinon seuls vos utilisateurs de test passent.',
    ],
    facebook: [
      'Créez une application avec le cas d’usage « Authentifier et demander des données avec Facebook Login ».',
      'Ajoutez l’URI de redirection ci-dessous aux URI de redirection OAuth valides, ainsi que l’autorisation email.',
      'Passez l’application en ligne. L’identifiant et la clé secrète sont sous Paramètres de l’application, Général.',
    ],
    apple: [
      'Créez un Services ID avec « Sign in with Apple » ; son identifiant est l’ID client.',
      'Ajoutez votre domaine et l’URI de redirection ci-dessous aux Return URLs.',
      'Créez une clé pour « Sign in with Apple » et téléchargez le fichier .p8 : Apple ne le donne qu’une fois.',
    ],
    github: [
      'Créez une application OAuth ; sa page d’accueil est votre site.',
      'Son « Authorization callback URL » est l’URI de redirection ci-dessous.',
      'Générez un secret client : GitHub ne le montre qu’une fois.',
    ],
    x: [
      'Créez une application et, pour l’authentification des utilisateurs, choisissez « Web App », un client confidentiel.',
      'Son URI de rappel est l’URI de redirection ci-dessous.',
      'Prenez l’ID et le secret client d’OAuth 2.0, pas la clé d’API.',
    ],
  },
  redirect: 'URI de redirection',
  copyRedirect: 'Copier l’URI de redirection',

  clientId: 'ID client',
  servicesId: 'ID client (Services ID)',
  clientSecret: 'Secret client',
  teamId: 'Team ID',
  keyId: 'Key ID',
  tenCharacters: 'Dix lettres majuscules et chiffres.',
  privateKey: 'Clé privée (.p8)',
  privateKeyHint: 'Le texte entier du fichier, de BEGIN à END.',
  secretSaved: 'Enregistré et plus jamais affiché. Ce que vous écrivez ici le remplace.',
  secretNew: 'Conservé chiffré et plus jamais affiché.',
  forget: 'Supprimer ces clés',
  forgetTitle: (service) => `Supprimer les clés de ${service} ?`,
  forgetText:
    'Cette connexion est désactivée. Les membres connectés le restent jusqu’à la fin de leur session.',

  test: 'Tester cette connexion',
  testHint:
    'Ouvre le fournisseur tel que les visiteurs le voient et montre ici sa réponse. Personne n’est connecté.',
  testWaiting: 'En attente de l’autre fenêtre.',
  testBlocked:
    'Le navigateur a bloqué la fenêtre. Autorisez les fenêtres surgissantes pour cette page et réessayez.',
  testClosed: 'La fenêtre a été fermée avant la réponse du fournisseur.',
  testWorked: 'La connexion fonctionne. Le fournisseur a renvoyé :',
  testFailed: 'La connexion ne fonctionne pas encore.',
  testAnswer: 'Le fournisseur a répondu :',
  fields: { id: 'Identifiant', name: 'Nom', username: 'Nom d’utilisateur', email: 'E-mail' },
  verified: 'vérifié',
  unverified: 'non vérifié',
  notSaid: 'Non fourni',

  problems: {
    login_keys_missing:
      'Une connexion a besoin de ses clés avant d’être activée. Saisissez-les et enregistrez d’abord.',
    login_private_key_invalid: 'Ce n’est pas une clé privée d’Apple. Collez le texte entier du fichier .p8.',
    login_cancelled: 'La connexion n’a pas été approuvée dans l’autre fenêtre.',
    login_failed:
      'Le fournisseur n’a pas confirmé la connexion. En général, le secret ou l’URI de redirection est erroné.',
    login_expired: 'La connexion a pris trop de temps. Recommencez.',
    login_state_invalid: 'Cette connexion est déjà terminée. Recommencez-la.',
    login_browser_mismatch:
      'Le navigateur n’a pas gardé notre cookie. Autorisez les cookies pour cette adresse et réessayez.',
  },
}
