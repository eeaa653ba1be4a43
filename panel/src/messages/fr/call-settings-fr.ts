import type { Messages } from '../en.ts'

export const callSettingsFr: Messages['callSettings'] = {
  title: 'Appels',
  lead: 'Si les visiteurs peuvent appeler depuis ce widget, et comment se déroulent leurs appels.',
  running: 'Un appel garde les réglages qui valaient à son début.',

  mode: 'Appels depuis le widget',
  modes: {
    off: { title: 'Non', text: 'Le widget n’a pas de bouton d’appel.' },
    audio: { title: 'Voix', text: 'Les clients parlent avec un agent.' },
    video: {
      title: 'Voix et vidéo',
      text: 'Les clients peuvent allumer leur caméra, les agents aussi.',
    },
  },

  recording: 'Enregistrement',
  recordingLead:
    'Les deux voix, et l’image s’il y en a une, sont enregistrées dans le navigateur de l’agent qui a répondu. Les deux côtés le voient tout du long, et l’agent peut suspendre, par exemple pendant la lecture d’un numéro de carte.',
  recordings: {
    off: { title: 'Jamais', text: 'Aucun appel n’est enregistré.' },
    notify: { title: 'Toujours, en le disant', text: 'Le client le lit avant que cela sonne.' },
    ask: {
      title: 'Demander au client',
      text: 'La question est posée avant que cela sonne. Après un non, l’appel a lieu quand même, sans enregistrement.',
    },
  },
  consent:
    'Beaucoup de pays ne permettent d’enregistrer qu’après l’accord de tous, et exigent un motif. Si vous n’êtes pas sûr qu’un avis suffise, choisissez « Demander au client ». Parley pose la question, garde la réponse avec l’appel et n’enregistre rien sans elle. Ce que la loi exige de vous au-delà, il ne peut pas le savoir.',
  days: 'Garder les enregistrements',
  daysHint: 'Ensuite ils sont supprimés pour de bon. La fiche de l’appel reste.',

  privacy: 'Connexion',
  relayOnly: 'Uniquement par le relais',
  relayOnlyHint:
    'Aucun côté n’apprend l’adresse réseau de l’autre. Il faut un relais TURN, dont la ligne porte alors chaque appel, et c’est un peu plus long.',
  noRelay: 'Il n’y a pas de relais TURN. Avec ce réglage aucun appel ne peut s’établir.',
  test: 'Test de connexion',

  nobody: 'Quand personne ne peut répondre',
  nobodyLead: 'Tous les agents sont absents ou déconnectés.',
  nobodies: {
    message: {
      title: 'Demander un message',
      text: 'L’appel ne commence pas. Le client est conduit à la discussion.',
    },
    wait: {
      title: 'Laisser attendre',
      text: 'L’appel attend dans la file que quelqu’un devienne disponible.',
    },
  },

  times: 'Durées',
  offer: 'Sonner chez un agent',
  offerHint: 'Ensuite l’appel passe au suivant.',
  queue: 'Attente la plus longue',
  queueHint: 'Du début de l’appel jusqu’à ce que quelqu’un réponde.',
  connect: 'Temps pour se connecter',
  connectHint: 'De la réponse jusqu’à ce qu’on s’entende. Ensuite, l’appel a échoué.',
  grace: 'Attendre qui a disparu',
  graceHint: 'Un onglet fermé, un réseau perdu : le temps laissé à un côté pour revenir.',
  wrapUp: 'Pause après un appel',
  wrapUpHint: 'Le temps de noter avant que cela sonne à nouveau. Les agents peuvent l’écourter.',
  longest: 'Appel le plus long',
  longestHint: 'Ensuite il se termine de lui-même.',
  seconds: 'secondes',
  minutes: 'minutes',
  daysUnit: 'jours',
  range: (from, to) => `Un nombre entier de ${from} à ${to}.`,
  queueTooShort: 'Plus court qu’une sonnerie : aucun second agent ne serait essayé.',

  connection: {
    title: 'Test de connexion',
    lead: 'Les appels vont de navigateur à navigateur. Les serveurs STUN et TURN aident là où des réseaux s’interposent. Ici chacun est essayé depuis votre navigateur.',
    where:
      'Cela montre comment votre propre réseau atteint les serveurs. Pour voir comme un client, ouvrez cette page hors de votre entreprise, par exemple par le réseau du téléphone.',
    run: 'Lancer le test',
    again: 'Relancer',
    running: 'Essai en cours …',
    server: 'Serveur',
    transports: { udp: 'UDP', tcp: 'TCP', tls: 'TLS' },
    took: (time) => `après ${time}`,
    address: (address) => `On vous voit comme ${address}`,
    results: {
      works: 'Fonctionne',
      credentials: 'Identifiants erronés',
      unreachable: 'Injoignable',
      refused: 'Refuse',
      invalid: 'Pas une adresse',
      unsupported: 'Ce navigateur ne sait pas appeler',
    },
    advice: {
      credentials:
        'Le relais connaît un autre secret. PARLEY_TURN_SECRET doit être, lettre pour lettre, le static-auth-secret de coturn, et les deux horloges doivent être à l’heure.',
      unreachableUdp:
        'Rien n’est revenu. Le serveur tourne-t-il ? Chaque pare-feu laisse-t-il passer UDP vers ce port, et vers les ports 49152 à 65535 du relais ?',
      unreachableTcp:
        'Pas de connexion. Le serveur tourne-t-il, et chaque pare-feu laisse-t-il passer TCP vers ce port ?',
      unreachableTls:
        'Pas de connexion. Le port est-il ouvert, et le certificat du relais est-il à ce nom et encore valable ?',
      refused:
        'Le relais est là et nous connaît, mais ne donne pas d’adresse : son quota est épuisé, ou il n’a plus de ports. Son journal dit lequel des deux.',
      invalid:
        'Le navigateur ne peut pas lire cette adresse. Elle s’écrit comme turn:turn.example.com:3478?transport=udp.',
      unsupported: 'Prenez un Chrome, Edge, Firefox ou Safari à jour, en https.',
    },
    through: 'Par le relais, aller et retour',
    throughLead:
      'Deux connexions de ce navigateur se rencontrent au relais, comme dans un appel qui ne passe que par lui.',
    throughWorks: (time) => `Fonctionne, ${time} aller et retour`,
    throughFails: 'Rien ne passe',
    throughAdvice:
      'Le relais donne des adresses mais ne transporte pas ce qu’on leur envoie. Ses ports 49152 à 65535 doivent être joignables en UDP, et denied-peer-ip ne doit pas contenir sa propre adresse.',
    throughSkipped: 'Pas essayé : aucun relais ne fonctionne.',
    none: 'Aucun serveur n’est configuré',
    noneText:
      'Les appels ne s’établissent que là où les deux côtés se voient directement, dans un même réseau par exemple. La personne qui gère ce service règle PARLEY_STUN_URLS, PARLEY_TURN_URLS et PARLEY_TURN_SECRET.',
    noTurn: 'Il n’y a pas de relais TURN',
    noTurnText:
      'Environ un appel sur cinq en a besoin, davantage avec des téléphones. Réglez PARLEY_TURN_URLS et PARLEY_TURN_SECRET ; docs/calls.md montre comment faire tourner coturn.',
    allWell: 'Tout fonctionne',
    allWellText: 'Les appels devraient s’établir depuis presque tous les réseaux.',
    someFail: 'Tout ne fonctionne pas',
    someFailText:
      'Les appels s’établissent par ce qui fonctionne. Réparez le reste, pour les clients dans des réseaux stricts.',
    allFail: 'Rien ne fonctionne d’ici',
    allFailText: 'Vos propres appels ne s’établiront qu’au sein d’un même réseau.',
  },
}
