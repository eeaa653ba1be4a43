import type { Messages } from '../en.ts'

export const deskFr: Messages['desk'] = {
  availability: 'Appels',
  states: {
    away: 'Absent',
    idle: 'Disponible',
    offered: 'Sonne',
    in_call: 'En appel',
    wrap_up: 'Après appel',
    silent: 'Sans micro',
  },
  spoken: (state) => `appels : ${state}`,
  available: 'Disponible pour les appels',
  availableHint: 'Les appels sonnent dans toutes les fenêtres ouvertes de ce panneau.',
  changeFailed: 'Votre disponibilité n’a pas pu être modifiée. Réessayez.',
  wrapUntil: 'Prêt pour le prochain appel dans',
  finishNow: 'Terminer maintenant',

  missed: {
    title: 'Vous êtes absent',
    text: 'Vous n’avez pas répondu à deux appels de suite : les nouveaux appels vont à d’autres agents.',
    calls: 'Voir les appels',
    back: 'Redevenir disponible',
  },

  microphone: {
    ask: 'Autoriser le micro',
    why: 'Les appels ne sonnent que là où vous pourriez répondre. Votre navigateur demandera le micro, une fois.',
    asking: 'Répondez à la demande d’autorisation de votre navigateur.',
    problems: {
      insecure:
        'Cette page n’est pas venue par https, les navigateurs ne lui donnent donc pas de micro. Ouvrez le panneau par https.',
      dismissed: 'La demande d’autorisation a été fermée. Réessayez et choisissez Autoriser.',
      denied: 'Votre navigateur bloque le microphone sur cette page : aucun appel ne sonne ici.',
      page: 'La page qui affiche le panneau interdit le micro. Ouvrez le panneau dans son propre onglet.',
      system:
        'Votre système refuse le micro au navigateur. Autorisez-le dans les réglages de confidentialité du système.',
      missing: 'Aucun micro n’a été trouvé. Branchez-en un et réessayez.',
      in_use:
        'Une autre application utilise le microphone, ou il ne démarre pas. Fermez cette application et réessayez.',
      ended: 'Le micro a été débranché. Choisissez-en un autre.',
    },
    where: {
      chrome: 'Cliquez sur l’icône à gauche de l’adresse, activez Micro, et rechargez la page.',
      chrome_android: 'Touchez l’icône à gauche de l’adresse, puis Autorisations, et autorisez le micro.',
      firefox: 'Cliquez sur le micro barré près de l’adresse, retirez le blocage, et réessayez.',
      safari: 'Dans le menu Safari, Réglages pour ce site web, mettez Micro sur Autoriser.',
      safari_ios: 'Touchez l’icône près de l’adresse, puis Réglages du site web, et autorisez le micro.',
      other: 'Autorisez le micro pour cette page dans les réglages de votre navigateur.',
    },
    camera: {
      denied: 'Votre navigateur bloque la caméra sur cette page.',
      missing: 'Aucune caméra n’a été trouvée.',
      in_use: 'Une autre application utilise la caméra.',
      ended: 'La caméra a été débranchée.',
      other: 'La caméra ne peut pas être utilisée ici.',
    },
    tryAgain: 'Réessayer',
  },

  notify: {
    ask: 'Activer les notifications',
    why: 'Une notification de votre système montre qui appelle pendant que vous travaillez ailleurs.',
    denied:
      'Votre navigateur bloque les notifications de cette page : si vous êtes ailleurs, seule la sonnerie prévient.',
    call: (name) => `${name} appelle`,
    body: 'Cliquez pour ouvrir l’appel.',
  },

  ringtone: { label: 'Sonnerie', turnOn: 'Activer le son de la sonnerie' },

  incoming: {
    region: 'Appel entrant',
    calls: (name) => `${name} appelle`,
    video: 'vidéo permise',
    title: (name) => `☎ ${name} appelle`,
    accept: 'Répondre',
    decline: 'Refuser',
    mute: 'Couper la sonnerie',
    unmute: 'Activer la sonnerie',
    left: (seconds) => (seconds < 2 ? `encore ${seconds} seconde` : `encore ${seconds} secondes`),
    forTeam: (team) => `pour l’équipe ${team}`,
    waitedFor: (time) => `attend depuis ${time}`,
    speaks: (language) => `parle ${language}`,
    yours: 'Vous êtes l’agent attitré',
    conversations: (count) => (count < 2 ? `${count} conversation` : `${count} conversations`),
    callsBefore: (count) => (count < 2 ? `${count} appel avant` : `${count} appels avant`),
    callsBeforeMore: (count) => `plus de ${count} appels avant`,
    first: 'Premier contact',
    recorded: 'Cet appel est enregistré.',
    recordedAgreed: 'Le client a accepté l’enregistrement.',
    acceptFailed: 'Sans micro, on ne peut pas répondre à l’appel.',
  },

  toasts: {
    answeredElsewhere: 'Vous avez répondu dans une autre fenêtre.',
    hungUp: (name) => `${name} a raccroché avant votre réponse.`,
    expired: (name) => `Vous n’avez pas répondu à l’appel de ${name}.`,
    gone: 'L’appel n’est plus pour vous.',
    over: 'L’appel était terminé avant votre réponse.',
    failed: 'Impossible de répondre à l’appel. Vérifiez votre connexion.',
  },

  call: {
    region: 'Appel',
    accepting: 'Réponse en cours …',
    connecting: 'Connexion …',
    duration: 'Durée',
    toConversation: 'Ouvrir la conversation',
    toCustomer: 'Ouvrir le client',
    mute: 'Couper le micro',
    unmute: 'Rétablir le micro',
    theirMuted: 'Micro du client coupé',
    cameraOn: 'Allumer la caméra',
    cameraOff: 'Éteindre la caméra',
    screenOn: 'Partager l’écran',
    screenOff: 'Arrêter le partage',
    screenProblems: {
      system:
        'Votre système ne laisse pas ce navigateur capturer l’écran. Autorisez-le dans les réglages de confidentialité, redémarrez le navigateur et réessayez.',
      in_use:
        'L’écran n’a pas pu être capturé. Fermez les autres applications qui l’enregistrent, ou partagez une fenêtre ou un onglet.',
      other: 'L’écran n’a pas pu être partagé. Réessayez, ou utilisez un autre navigateur.',
    },
    sharing: 'Vous partagez votre écran.',
    devices: 'Appareils',
    microphone: 'Micro',
    camera: 'Caméra',
    speaker: 'Haut-parleur',
    yourLevel: 'Niveau du microphone',
    hangUp: 'Raccrocher',
    note: 'Note',
    hideVideo: 'Masquer la vidéo',
    showVideo: 'Afficher la vidéo',
    theirVideo: 'Vidéo du client',
    ownVideo: 'Votre vidéo',
    weak: 'La connexion est faible',
    lost: 'Connexion perdue, elle est en cours de rétablissement …',
    audioBlocked: 'Votre navigateur bloque le son jusqu’à votre premier clic.',
    playSound: 'Jouer le son',
    elsewhere: (name) => `Votre appel avec ${name} est dans une autre fenêtre.`,
    takeOver: 'Le reprendre ici',
    over: (name) => `L’appel avec ${name} est terminé`,
    lasted: (time) => `Durée : ${time}.`,
    youHungUp: 'Vous avez raccroché.',
    dismiss: 'Fermer',
    uploads: (count) =>
      count < 2
        ? `Envoi de ${count} partie de l’enregistrement`
        : `Envoi de ${count} parties de l’enregistrement`,
  },

  recording: {
    on: 'Enregistrement',
    paused: 'Enregistrement suspendu',
    failed: 'Votre navigateur n’a pas pu enregistrer. L’appel continue.',
    pause: 'Suspendre l’enregistrement',
    resume: 'Reprendre l’enregistrement',
    declined: 'Pas d’enregistrement : le client a refusé',
  },

  leaving: {
    call: {
      title: 'Quitter pendant l’appel ?',
      text: 'Votre appel se termine si vous quittez la page.',
      leave: 'Quitter l’appel',
      stay: 'Rester ici',
    },
    recording: {
      title: 'Quitter avant la fin de l’envoi ?',
      text: 'Un enregistrement est encore en cours d’envoi. Si vous partez maintenant, l’envoi reprendra quand vous rouvrirez cette organisation dans ce navigateur.',
      leave: 'Quitter quand même',
      stay: 'Rester ici',
    },
  },

  keys: {
    group: 'Appels',
    accept: 'Répondre à l’appel',
    decline: 'Refuser l’appel',
    mute: 'Couper ou rétablir le micro',
    hangUp: 'Raccrocher',
    available: 'Devenir disponible pour les appels',
    away: 'Ne plus prendre d’appels',
  },
}
