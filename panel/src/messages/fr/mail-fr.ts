import type { Messages } from '../en.ts'

export const mailFr: Messages['mail'] = {
  settings: {
    title: 'E-mail',
    lead: 'Invitations, notifications et copies de conversations par e-mail.',
    off: 'Cette installation n’envoie pas d’e-mails',
    offText:
      'Vous transmettez les invitations sous forme de liens, et les notifications apparaissent dans le panneau. Pour envoyer des e-mails, l’exploitant définit ces variables et redémarre Parley. La section « E-mail » de docs/operating.md les explique.',
    copyVariables: 'Copier les variables',
    from: 'Les e-mails sont envoyés par',
    previews: 'Citer les notes dans les notifications par e-mail',
    previewsHint:
      'Désactivé : les e-mails nomment le client et renvoient à la conversation, sans en citer le texte.',
    test: 'Envoyer un e-mail de test',
    reply: (code) => `Le serveur a répondu ${code}.`,
    results: {
      accepted: (to) =>
        `Le serveur de messagerie a accepté un e-mail pour ${to}. S’il n’arrive pas, regardez dans le dossier spam.`,
      no_connection: () =>
        'Pas de connexion au serveur de messagerie. L’exploitant doit vérifier l’hôte et le port dans PARLEY_SMTP_URL.',
      timeout: () =>
        'Le serveur de messagerie n’a pas répondu à temps. L’exploitant vérifie l’hôte, le port et le pare-feu.',
      no_tls: () =>
        'Pas de connexion sécurisée au serveur de messagerie. L’exploitant doit vérifier le certificat et si le port accepte TLS.',
      login_refused: () =>
        'Le serveur de messagerie a refusé la connexion. L’exploitant doit vérifier l’utilisateur et le mot de passe dans PARLEY_SMTP_URL.',
      sender_refused: () =>
        'Le serveur de messagerie a refusé l’expéditeur. L’exploitant doit vérifier l’adresse dans PARLEY_MAIL_FROM.',
      recipient_refused: (to) => `Le serveur de messagerie a refusé le destinataire ${to}.`,
      content_refused: () => 'Le serveur de messagerie a refusé le contenu de l’e-mail.',
    },
  },
  invitation: {
    send: 'Envoyer le lien par e-mail',
    emailHint: 'Si vous indiquez une adresse, seule cette personne peut utiliser le lien.',
    sendingTo: (email) => `Le lien est envoyé à ${email}. Vous pouvez aussi le partager vous-même.`,
    states: {
      waiting: 'E-mail en attente',
      sent: 'E-mail envoyé',
      failed: 'E-mail non remis : partagez vous-même un nouveau lien',
    },
  },
  transcript: {
    send: 'Envoyer la conversation par e-mail',
    title: 'Envoyer une copie ?',
    text: 'Le client reçoit un lien vers cette conversation à l’adresse de son profil. Il est valable 7 jours et ne montre pas les notes.',
    confirm: 'Envoyer',
    sent: (email) => `Un lien a été envoyé à ${email}.`,
    problems: {
      email_missing: 'Ce client n’a pas d’adresse e-mail. Ajoutez-en une dans son profil.',
      customer_blocked: 'Ce client est bloqué. Débloquez-le d’abord.',
      account_closed: 'Ce client a fermé son compte.',
      mail_off: 'Cette installation n’envoie pas d’e-mails.',
      rate_limited: 'Trop de copies ont été envoyées à ce client. Réessayez plus tard.',
    },
  },
  notifications: {
    hint: 'Quand vous êtes absent du panneau depuis 5 minutes, vous recevez un e-mail avec vos notifications non lues, au plus toutes les 15 minutes.',
    off: 'L’e-mail est désactivé, car cette installation n’a pas de serveur de messagerie.',
  },
  reports: {
    title: 'Rapports par e-mail',
    lead: 'Chiffres en CSV, aux administrateurs et propriétaires de cette organisation.',
    add: 'Ajouter un rapport',
    none: 'Aucun rapport n’est envoyé par e-mail.',
    edit: 'Modifier',
    remove: 'Supprimer',
    removeTitle: 'Ne plus envoyer ce rapport ?',
    removeText: 'Le rapport reste disponible dans le panneau.',
    next: 'Prochain :',
    lastSent: 'Dernier envoi :',
    nobody: 'Plus personne ne reçoit ce rapport.',
    cadence: 'Fréquence',
    hour: 'Heure',
    recipients: 'Destinataires',
    recipientsHint: 'Seuls les administrateurs et propriétaires peuvent lire les rapports.',
    recipientsLimit: (max) => `Le nombre maximal de ${max} destinataires est atteint.`,
    limit: 'Le nombre maximal de rapports par e-mail est atteint. Supprimez-en un d’abord.',
    titled: (report, cadence) => `${report}, ${cadence}`,
    cadences: { daily: 'quotidien', weekly: 'hebdomadaire', monthly: 'mensuel' },
    cadenceHints: {
      daily: 'Pour la veille.',
      weekly: 'Le lundi, pour la semaine précédente.',
      monthly: 'Le premier jour du mois, pour le mois précédent.',
    },
  },
}
