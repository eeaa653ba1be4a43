import type { Messages } from '../en.ts'

export const callSettingsFr: Messages['callSettings'] = {
  title: 'Appels',
  lead: 'Si les visiteurs peuvent appeler depuis ce widget, et comment se déroulent leurs appels.',
  running: 'Les modifications s’appliquent aux nouveaux appels. Les appels en cours gardent leurs réglages.',

  mode: 'Appels depuis le widget',
  modes: {
    off: { title: 'Non', text: 'Le widget n’a pas de bouton d’appel.' },
    audio: { title: 'Voix', text: 'Les clients parlent avec un agent.' },
    video: {
      title: 'Voix et vidéo',
      text: 'Les clients et les agents peuvent allumer leur caméra ou partager leur écran.',
    },
  },

  recording: 'Enregistrement',
  recordingLead:
    'Les deux voix, et la vidéo si elle est activée, sont enregistrées dans le navigateur de l’agent qui répond. Les deux côtés voient que l’appel est enregistré, et l’agent peut suspendre l’enregistrement, par exemple pendant la lecture d’un numéro de carte.',
  recordings: {
    off: { title: 'Jamais', text: 'Aucun appel n’est enregistré.' },
    notify: { title: 'Toujours, avec un avis', text: 'Le client le lit avant que cela sonne.' },
    ask: {
      title: 'Demander au client',
      text: 'La question est posée avant que cela sonne. Après un non, l’appel a lieu quand même, sans enregistrement.',
    },
  },
  consent:
    'De nombreux pays n’autorisent l’enregistrement qu’avec le consentement de tous et dans un but déclaré. Si vous n’êtes pas sûr qu’un avis suffise, choisissez « Demander au client » : Parley demande, conserve la réponse avec l’appel et n’enregistre rien sans consentement. Vérifiez quelles autres exigences légales vous concernent.',
  days: 'Garder les enregistrements',
  daysHint: 'Ensuite ils sont supprimés pour de bon. La fiche de l’appel reste.',

  privacy: 'Connexion',
  relayOnly: 'Toujours utiliser le relais',
  relayOnlyHint:
    'Aucun côté ne voit l’adresse IP de l’autre. Nécessite un relais TURN, par lequel passe tout le trafic des appels, et ajoute un léger délai.',
  noRelay: 'Il n’y a pas de relais TURN. Avec ce réglage aucun appel ne peut s’établir.',
  test: 'Test de connexion',

  ring: 'Qui est appelé',
  ringLead:
    'Pour les appels d’une équipe : celle de la conversation ouverte, sinon l’équipe dans laquelle commencent les conversations du widget. L’agent attitré est appelé avant tous les autres.',
  rings: {
    team_first: {
      title: 'L’équipe d’abord, puis tout le monde',
      text: 'Les membres de l’équipe sont appelés en premier. Les autres suivent quand le temps est écoulé ou qu’il ne reste aucun membre.',
    },
    team_only: { title: 'Seulement l’équipe', text: 'Seuls les membres de l’équipe sont appelés.' },
    everyone: { title: 'Tout le monde', text: 'Tous les agents sont appelés, quelle que soit l’équipe.' },
  },
  teamTime: 'Appeler seulement l’équipe pendant',
  teamTimeHint:
    'Depuis le début de l’appel. Si aucun membre ne peut prendre d’appel, tout le monde est appelé immédiatement.',

  nobody: 'Quand aucun agent n’est disponible',
  nobodyLead: 'S’applique quand tous les agents sont absents ou déconnectés.',
  nobodies: {
    message: {
      title: 'Demander un message',
      text: 'L’appel ne commence pas. Le client est conduit à la discussion.',
    },
    wait: {
      title: 'Mettre en file d’attente',
      text: 'L’appel attend dans la file que quelqu’un devienne disponible.',
    },
  },

  times: 'Délais',
  offer: 'Durée de sonnerie par agent',
  offerHint: 'Ensuite l’appel passe au suivant.',
  queue: 'Attente maximale',
  queueHint: 'Du début de l’appel jusqu’à ce que quelqu’un réponde.',
  connect: 'Délai de connexion',
  connectHint: 'De la réponse jusqu’à ce qu’on s’entende. Ensuite, l’appel a échoué.',
  grace: 'Délai de reconnexion',
  graceHint: 'Durée pendant laquelle un appel attend un côté qui a fermé son onglet ou perdu son réseau.',
  wrapUp: 'Temps de traitement après appel',
  wrapUpHint: 'Le temps de noter avant que cela sonne à nouveau. Les agents peuvent l’écourter.',
  longest: 'Durée maximale d’un appel',
  longestHint: 'L’appel se termine ensuite automatiquement.',
  seconds: 'secondes',
  minutes: 'minutes',
  daysUnit: 'jours',
  range: (from, to) => `Saisissez un nombre entier de ${from} à ${to}.`,
  queueTooShort: 'C’est plus court qu’une sonnerie chez un agent : aucun deuxième agent ne serait essayé.',

  connection: {
    title: 'Test de connexion',
    lead: 'Les appels relient directement les navigateurs. Les serveurs STUN et TURN aident quand un réseau bloque les connexions directes. Ce test essaie chaque serveur depuis votre navigateur.',
    where:
      'Les résultats valent pour votre propre réseau. Pour tester comme un client, ouvrez cette page hors du réseau de votre entreprise, par exemple en données mobiles.',
    run: 'Lancer le test',
    again: 'Relancer',
    running: 'Essai en cours …',
    server: 'Serveur',
    transports: { udp: 'UDP', tcp: 'TCP', tls: 'TLS' },
    took: (time) => `après ${time}`,
    address: (address) => `Votre adresse publique est ${address}`,
    results: {
      works: 'Fonctionne',
      credentials: 'Identifiants erronés',
      unreachable: 'Injoignable',
      refused: 'Refusé',
      invalid: 'Adresse non valide',
      unsupported: 'Appels non pris en charge par ce navigateur',
    },
    advice: {
      credentials:
        'Le relais connaît un autre secret. PARLEY_TURN_SECRET doit être, lettre pour lettre, le static-auth-secret de coturn, et les deux horloges doivent être à l’heure.',
      unreachableUdp:
        'Rien n’est revenu. Le serveur tourne-t-il ? Chaque pare-feu laisse-t-il passer UDP vers ce port, et vers les ports 49152 à 65535 du relais ?',
      unreachableTcp:
        'Pas de connexion. Le serveur tourne-t-il, et chaque pare-feu laisse-t-il passer TCP vers ce port ?',
      unreachableTls:
        'Pas de connexion. Le port est-il ouvert, et le certificat du relais est-il à ce nom et encore valable ?',
      refused:
        'Le relais accepte les identifiants mais n’attribue pas d’adresse : son quota est épuisé ou il n’a plus de port libre. Consultez son journal.',
      invalid:
        'Le navigateur ne peut pas lire cette adresse. Elle s’écrit comme turn:turn.example.com:3478?transport=udp.',
      unsupported: 'Prenez un Chrome, Edge, Firefox ou Safari à jour, en https.',
    },
    through: 'Par le relais, aller et retour',
    throughLead:
      'Deux connexions de ce navigateur se rencontrent au relais, comme dans un appel qui ne passe que par lui.',
    throughWorks: (time) => `Fonctionne, ${time} aller et retour`,
    throughFails: 'Aucune donnée ne passe',
    throughAdvice:
      'Le relais donne des adresses mais ne transporte pas ce qu’on leur envoie. Ses ports 49152 à 65535 doivent être joignables en UDP, et denied-peer-ip ne doit pas contenir sa propre adresse.',
    throughSkipped: 'Pas essayé : aucun relais ne fonctionne.',
    none: 'Aucun serveur n’est configuré',
    noneText:
      'Les appels ne s’établissent que là où les deux côtés se voient directement, dans un même réseau par exemple. La personne qui gère ce service règle PARLEY_STUN_URLS, PARLEY_TURN_URLS et PARLEY_TURN_SECRET.',
    noTurn: 'Il n’y a pas de relais TURN',
    noTurnText:
      'Environ un appel sur cinq en a besoin, davantage avec des téléphones. Réglez PARLEY_TURN_URLS et PARLEY_TURN_SECRET ; docs/calls.md montre comment faire tourner coturn.',
    allWell: 'Tout fonctionne',
    allWellText: 'Les appels devraient s’établir depuis presque tous les réseaux.',
    someFail: 'Tout ne fonctionne pas',
    someFailText:
      'Les appels utilisent les serveurs qui fonctionnent. Corrigez les autres pour les clients des réseaux restrictifs.',
    allFail: 'Aucun serveur ne fonctionne d’ici',
    allFailText: 'D’ici, les appels ne s’établissent que dans le même réseau.',
  },
}
