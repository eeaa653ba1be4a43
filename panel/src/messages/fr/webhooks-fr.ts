import type { Messages } from '../en.ts'

export const webhooksFr: Messages['webhooks'] = {
  title: 'Webhooks',
  lead: 'Parley envoie à votre serveur une requête HTTPS signée pour chaque événement.',
  create: 'Nouveau webhook',
  createTitle: 'Nouveau webhook',
  createAction: 'Créer le webhook',
  all: 'Tous les webhooks',
  noneTitle: 'Pas encore de webhook',
  noneText:
    'Un webhook est une URL de votre serveur. Parley l’appelle dès que quelque chose se passe : vous n’avez pas à interroger l’API en boucle.',
  reference: 'Référence de l’API',
  on: 'Actif',
  off: 'Inactif',

  name: 'Nom',
  nameHint: 'Affiché dans les listes à la place de l’URL. Facultatif.',

  url: 'URL',
  urlHint: 'Commence par https:// et se joint depuis internet.',
  events: 'Événements',
  eventsMissing: 'Choisissez au moins un événement.',
  eventsCancel: 'Si vous retirez un événement, ses livraisons qui attendent encore sont annulées.',
  allEvents: 'Tous les événements',
  when: {
    'conversation.started':
      'Une conversation s’ouvre : par le premier message, ou un agent en rouvre ou en reprend une fermée.',
    'conversation.ended':
      'Une conversation est fermée. Elle porte un lien vers les messages, valable 24 heures.',
    'call.started': 'Un client appelle : cela sonne chez un agent, ou l’appel attend dans la file.',
    'call.ended':
      'Un appel pris est terminé. L’événement indique qui a répondu, combien de temps le client a attendu et qui a raccroché.',
    'call.missed':
      'Un appel se termine sans réponse : personne n’a décroché, le client a renoncé, ou la connexion a échoué.',
    'call.recording_ready':
      'Les enregistrements d’un appel sont complets. Il porte un lien vers chaque fichier, valable 24 heures.',
    'customer.created':
      'Un nouveau client : au premier message, au premier appel ou à la première connexion d’un membre.',
    'customer.updated':
      'Le nom, le contact, le blocage ou l’agent attitré d’un client change, ou le compte est fermé.',
  },
  urlProblems: {
    webhook_url_invalid: 'Ce n’est pas une URL. Écrivez-la comme https://shop.example.com/webhooks.',
    webhook_url_too_long: 'Cette URL est trop longue. 2048 caractères sont possibles.',
    webhook_url_not_https: 'Seul https:// est possible : personne ne doit lire en chemin.',
    webhook_url_credentials:
      'Retirez l’utilisateur et le mot de passe de l’URL. La signature prouve qui appelle.',
    webhook_url_fragment: 'Retirez le # et ce qui suit : un serveur ne le voit jamais.',
    webhook_url_port:
      'Ce port est celui d’un autre type de service. Prenez le port habituel de https, ou un à partir de 1024.',
    webhook_url_local_name:
      'Ce nom ne vaut qu’à l’intérieur d’un réseau. Prenez-en un que tout internet peut résoudre.',
    webhook_url_private:
      'Cette adresse est privée ou réservée. Prenez-en une que l’on joint depuis internet.',
  },
  urlWarnings: {
    name_unknown:
      'Le nom de cette URL n’existe pas, ou n’a pas encore d’adresse. Tant qu’il n’en a pas, les livraisons échouent.',
    name_unanswered:
      'Aucun serveur de noms n’a répondu pour le nom de cette URL. Tant que cela dure, les livraisons échouent.',
    address_refused: 'Le nom de cette URL mène à un réseau privé ou réservé. Parley n’y envoie rien.',
  },

  trouble: {
    spoken: 'Un webhook échoue sans cesse',
    many: (count) => (count < 2 ? 'Un webhook échoue sans cesse' : `${count} webhooks échouent sans cesse`),
    manyText:
      'Chaque livraison est retentée deux fois, puis échoue. Vous pourrez renvoyer celles en échec dès que le récepteur refonctionne.',
    since: (failures, since) =>
      failures < 2
        ? `La dernière tentative a échoué : ${since}.`
        : `${failures} tentatives de suite ont échoué depuis le ${since}.`,
    status: (status) => `Dernière réponse : ${status}.`,
    noAnswer: 'Il n’y a pas eu de réponse.',
    look: 'Voir les livraisons',
  },

  sending: 'Envoi',
  active: 'Envoyer les événements à cette URL',
  activeHint: 'Tant qu’il est désactivé, rien n’est envoyé et les événements ne sont pas conservés.',
  switchOffTitle: 'Désactiver ce webhook ?',
  switchOffText:
    'Il ne reçoit plus rien dès maintenant. Les livraisons qui attendent leur prochaine tentative sont annulées, et ce qui se passe entre-temps n’est pas envoyé plus tard. Les livraisons annulées peuvent être renvoyées à la main.',
  switchOff: 'Désactiver',
  switchedOn: 'Webhook activé.',
  switchedOff: 'Webhook désactivé.',

  endpoint: 'Destination',

  deliveries: 'Livraisons',
  deliveriesLead:
    'Les livraisons les plus récentes. Un événement de test ne va qu’à ce webhook et est signé comme les autres.',
  allDeliveries: 'Toutes les livraisons',
  noDeliveries: 'Rien n’a encore été envoyé. Envoyez un événement de test pour voir si votre serveur répond.',
  test: 'Envoyer un événement de test',
  testTitle: 'Événement de test',
  testOff: 'Activez le webhook pour envoyer un événement de test.',
  testDetails: 'Requête et réponse',
  testEvent: 'Événement à envoyer',
  testSample:
    'Un exemple a la forme d’un véritable événement, avec des données inventées : ses identifiants commencent par 00000000. Votre serveur le traite comme un vrai.',

  statistics: {
    title: 'Tentatives et temps de réponse',
    lead: 'Comment le serveur répond, y compris aux nouvelles tentatives et aux événements de test.',
    period: 'Période',
    periods: { '24h': '24 heures', '14d': '14 jours' },
    attempts: 'Tentatives',
    attemptsNote: { '24h': 'par heure', '14d': 'par tranche de six heures' },
    times: 'Temps de réponse',
    timesNote: 'jusqu’à la ligne de statut ou à l’échec',
    delivered: 'Livrées',
    failed: 'Échouées',
    median: 'Médiane',
    p95: '95e centile',
    none: 'Aucune tentative pendant cette période.',
    table: 'Chiffres en tableau',
    from: 'À partir de',
  },

  secret: 'Secret de signature',
  secretLead:
    'Avec lui, votre serveur vérifie qu’une requête vient de Parley et n’a pas été modifiée. Sa place est sur votre serveur seulement.',
  copySecret: 'Copier le secret de signature',
  verify: 'Vérifier les requêtes',
  verifyLead:
    'Avec la bibliothèque de Standard Webhooks, quelques lignes suffisent. Vérifiez le corps brut, répondez d’abord 2xx et travaillez ensuite.',
  verifyLanguage: 'Langage de l’exemple',
  copySample: 'Copier l’exemple',
  regenerate: 'Régénérer le secret de signature',
  regenerateTitle: 'Régénérer le secret de signature ?',
  regenerateText:
    'Dès la prochaine tentative, tout est signé avec le nouveau secret seul, aussi ce qui attend d’être tenté de nouveau. Tant que votre serveur ne le connaît pas, il refuse ce qui arrive. Les livraisons refusées sont tentées deux fois encore, à 10 minutes d’intervalle au moins.',
  regenerateUnknown: 'Le secret a peut-être déjà été remplacé. Affichez-le pour vérifier avant de réessayer.',
  regenerateAction: 'Régénérer le secret',
  regenerated: 'Nouveau secret de signature créé. Ajoutez-le maintenant à votre serveur.',

  delete: 'Supprimer ce webhook',
  deleteText: (url) =>
    `Plus rien n’est envoyé à ${url}, les livraisons qui attendent sont annulées et le secret de signature est perdu pour de bon. Les livraisons en échec ne pourront plus être renvoyées et les règles d’automatisation n’appelleront plus ce webhook.`,
  deleteAction: 'Supprimer le webhook',
  deleted: 'Le webhook a été supprimé.',
}

export const apiKeysFr: Messages['apiKeys'] = {
  title: 'Clés d’API',
  lead: 'Vos programmes appellent l’API de Parley avec des clés d’API. Une clé ne peut faire que ce que ses droits permettent.',
  create: 'Nouvelle clé d’API',
  createTitle: 'Nouvelle clé d’API',
  createAction: 'Créer la clé',
  name: 'Nom',
  nameHint: 'Quel programme l’utilise.',
  scopes: 'Droits',
  scopesMissing: 'Choisissez au moins un droit.',
  may: {
    'webhooks:read': 'Lire les webhooks, sans leurs secrets.',
    'webhooks:write':
      'Créer, modifier et supprimer des webhooks, lire et régénérer leurs secrets, envoyer des événements de test. Un webhook reçoit les coordonnées, les messages et les enregistrements des clients.',
    'deliveries:read': 'Lire les livraisons avec chaque requête et chaque réponse.',
    'deliveries:resend': 'Renvoyer des livraisons.',
    'calls:read': 'Lire les appels avec leurs notes et enregistrements.',
    'conversations:read': 'Lire les conversations avec noms et aperçus, aussi celles d’un client.',
    'conversations:write':
      'Fermer, rouvrir, attribuer, prioriser et reporter des conversations. Chaque réponse contient le nom du client et un aperçu du dernier message.',
    'customers:read': 'Lire les clients avec leurs coordonnées.',
    'messages:read': 'Lire les messages des conversations.',
    'messages:write':
      'Envoyer des messages dans les conversations ouvertes, en tant qu’agent ou que système. Modifier les messages envoyés par des programmes et supprimer ceux de tous les agents.',
    'notes:read': 'Lire les notes privées des agents.',
    'notes:write': 'Ajouter des notes privées au nom d’un agent.',
    'canned_replies:read': 'Lire les réponses types de l’organisation.',
    'canned_replies:write': 'Créer, modifier, supprimer et importer les réponses types de l’organisation.',
    'labels:read': 'Lire la liste des étiquettes.',
    'labels:write': 'Créer et modifier des étiquettes, les ajouter aux conversations et les retirer.',
    'agents:read': 'Lire la liste des agents, avec noms et photos.',
    'teams:read': 'Lire la liste des équipes.',
    'teams:write': 'Créer, modifier et supprimer des équipes, et y déplacer des conversations.',
    'ratings:read': 'Lire les notes données aux conversations, avec commentaires.',
    'reports:read': 'Lire les rapports et les conversations correspondantes, sans noms de clients.',
    'sla:read': 'Lire les règles SLA et les délais SLA des conversations.',
  },
  ready: 'La clé est prête',
  readyText: 'Copiez-la maintenant : elle n’est montrée que cette fois. Parley n’en garde qu’une empreinte.',
  copyKey: 'Copier la clé d’API',
  keepIt:
    'Toute personne ayant cette clé peut l’utiliser. Gardez-la sur votre serveur, jamais dans une page, une application ou un dépôt.',
  done: 'Terminé',
  noneTitle: 'Pas encore de clé d’API',
  noneText: 'Créez-en une pour lire les livraisons ou gérer les webhooks depuis vos propres programmes.',
  list: 'Clés',
  lastUsed: 'Dernière utilisation :',
  neverUsed: 'Jamais utilisée',
  made: 'Créée :',
  revoke: 'Révoquer',
  revokeNamed: (name) => `Révoquer ${name}`,
  revokeTitle: (name) => `Révoquer ${name} ?`,
  revokeText:
    'Les programmes qui utilisent cette clé sont refusés immédiatement. Cette action est irréversible.',
  revoked: (name) => `${name} a été révoquée.`,
  use: 'Utilisation',
  useLead: 'Envoyez la clé comme jeton Bearer. Ceci liste les livraisons qui ont échoué :',
  copyExample: 'Copier l’exemple',
}
