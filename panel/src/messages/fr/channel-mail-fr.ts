import type { Messages } from '../en.ts'

export const channelMailFr: Messages['channelMail'] = {
  connect: 'Connecter une boîte',
  connectTitle: 'Connecter une boîte aux lettres',
  editTitle: 'Réglages de la boîte',
  edit: 'Réglages',
  editNamed: (name) => `Réglages : ${name}`,
  address: 'Adresse d’assistance',
  addressHint: 'Les clients écrivent à cette adresse et la voient comme expéditeur.',
  name: 'Nom de l’expéditeur',
  nameHint: 'Visible par les clients, par exemple « Assistance boutique ».',
  receiving: 'Réception (IMAP)',
  sending: 'Envoi (SMTP)',
  host: 'Serveur',
  port: 'Port',
  encryption: 'Chiffrement',
  implicit: 'TLS',
  starttls: 'STARTTLS',
  none: 'Aucun (réseau interne seulement)',
  user: 'Identifiant',
  password: 'Mot de passe',
  passwordKept:
    'Laissez vide pour conserver celui enregistré, sauf si vous changez un serveur ou un nom d’utilisateur.',
  folder: 'Dossier',
  sameLogin: 'Mêmes identifiant et mot de passe que pour la réception',
  plus: 'La boîte accepte les adresses avec plus',
  plusHint:
    'Les réponses vont à support+code@…, qui retrouve la conversation même si un logiciel de messagerie retire les en-têtes de réponse. Gmail, Microsoft 365 et la plupart des serveurs les acceptent.',
  authServer: 'Serveur de réception',
  authServerHint:
    'Son nom dans l’en-tête Authentication-Results, par exemple mx.google.com. Nécessaire pour indiquer si les expéditeurs sont vérifiés.',
  test: 'Tester',
  testing: 'Test en cours…',
  tested: 'Toutes les étapes fonctionnent.',
  failedTest: 'Corrigez l’étape en échec, puis testez de nouveau.',
  follows: 'Ce service lit la boîte',
  subject: 'Objet',
  noSubject: 'Sans objet',
  automatic: 'E-mail automatique',
  showAll: 'Afficher tout l’e-mail',
  hideAll: 'Masquer les citations',
  showOriginal: 'Afficher l’original',
  originalTitle: 'E-mail d’origine',
  originalHint: 'Les liens et les images d’Internet sont désactivés.',
  removeTitle: 'Déconnecter cette boîte ?',
  removeText: 'Les e-mails ne sont plus lus ni envoyés. Les conversations sont conservées.',
  connectedText: (name) => `« ${name} » est connecté.`,
  fromOther: (name) => `Envoyé par ${name}`,
  steps: { imap: 'Réception : connexion', folder: 'Réception : dossier', smtp: 'Envoi : connexion' },
  results: {
    ok: 'Fonctionne',
    skipped: 'Non testé : une étape précédente a échoué',
    name_unknown: 'Nom de serveur inconnu. Vérifiez son orthographe.',
    host_refused:
      'Cette adresse n’est pas autorisée. Utilisez un serveur public et un port de messagerie, ou demandez à l’exploitant.',
    unreachable: 'Pas de réponse. Vérifiez le serveur et le port.',
    encryption_failed:
      'Pas de chiffrement valide. Vérifiez le type de chiffrement, le port et le certificat du serveur.',
    sign_in_refused:
      'Connexion refusée. Vérifiez l’identifiant et le mot de passe ; certains fournisseurs exigent un mot de passe d’application.',
    folder_missing: 'Ce dossier n’existe pas. Vérifiez son nom.',
  },
  verification: {
    verified: 'Expéditeur vérifié',
    failed: 'Échec de la vérification',
    unknown: 'Expéditeur non vérifié',
  },
  states: {
    credentials_refused:
      'Le serveur refuse la connexion pour la réception. Vérifiez l’identifiant et le mot de passe.',
    unreachable: 'Le serveur de messagerie ne répond pas. Vérifiez le serveur et le port.',
  },
  problems: {
    mailbox_incomplete: 'Un mot de passe ou une autre donnée manque.',
    mailbox_refused: 'La boîte ne peut pas être utilisée avec ces réglages. Testez-les.',
    channel_token_other_account: 'L’adresse d’une boîte connectée ne peut pas être changée.',
    channel_taken: 'Cette boîte est déjà connectée.',
    channel_credentials_unreadable:
      'Les réglages de cette boîte ne peuvent pas être déchiffrés, car le secret de Parley a changé. Saisissez-les à nouveau, avec tous les mots de passe.',
  },
}
