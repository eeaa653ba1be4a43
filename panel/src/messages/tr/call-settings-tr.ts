import type { Messages } from '../en.ts'

export const callSettingsTr: Messages['callSettings'] = {
  title: 'Çağrılar',
  lead: 'Ziyaretçiler bu widget’tan arayabilir mi, çağrıları nasıl işler.',
  running: 'Bir çağrı, başladığında geçerli olan ayarlarla sürer.',

  mode: 'Widget’tan çağrı',
  modes: {
    off: { title: 'Kapalı', text: 'Widget’ta arama düğmesi olmaz.' },
    audio: { title: 'Sesli', text: 'Müşteriler bir temsilciyle konuşur.' },
    video: {
      title: 'Sesli ve görüntülü',
      text: 'Müşteriler de temsilciler de kamerasını açabilir.',
    },
  },

  recording: 'Kayıt',
  recordingLead:
    'İki ses ve varsa görüntü, yanıtlayan temsilcinin tarayıcısında kaydedilir. İki taraf da bunu sürekli görür; temsilci kaydı duraklatabilir, örneğin kart numarası okunurken.',
  recordings: {
    off: { title: 'Asla', text: 'Hiçbir çağrı kaydedilmez.' },
    notify: { title: 'Her zaman, bildirerek', text: 'Müşteri bunu çağrı çalmadan önce okur.' },
    ask: {
      title: 'Müşteriye sor',
      text: 'Müşteriye çağrı çalmadan önce sorulur. Hayır derse çağrı yine sürer, kayıt yapılmaz.',
    },
  },
  consent:
    'Birçok ülke kayda ancak herkes kabul ettikten sonra izin verir ve bir gerekçe ister. Bildirimin yeteceğinden emin değilseniz “Müşteriye sor”u seçin. Parley sorar, yanıtı çağrıyla birlikte saklar ve o olmadan hiçbir şey kaydetmez. Hukukun sizden bunun ötesinde ne istediğini bilemez.',
  days: 'Kayıtları sakla',
  daysHint: 'Sonra bir daha geri gelmemek üzere silinirler. Çağrının kaydı listede kalır.',

  privacy: 'Bağlantı',
  relayOnly: 'Yalnızca aktarıcı üzerinden',
  relayOnlyHint:
    'Taraflar birbirinin ağ adresini öğrenmez. Bir TURN aktarıcısı gerekir; her çağrıyı onun hattı taşır ve bağlanmak biraz daha uzun sürer.',
  noRelay: 'TURN aktarıcısı yok. Bu ayarla hiçbir çağrı bağlanamaz.',
  test: 'Bağlantı testi',

  nobody: 'Kimse yanıtlayamadığında',
  nobodyLead: 'Bütün temsilciler uzakta ya da çıkış yapmış.',
  nobodies: {
    message: { title: 'Mesaj iste', text: 'Çağrı başlamaz. Müşteri sohbete yönlendirilir.' },
    wait: { title: 'Beklesin', text: 'Çağrı, biri uygun olana kadar sırada bekler.' },
  },

  times: 'Süreler',
  offer: 'Bir temsilcide çalma süresi',
  offerHint: 'Sonra çağrı sıradakine geçer.',
  queue: 'En uzun bekleme',
  queueHint: 'Çağrının başından biri yanıtlayana kadar.',
  connect: 'Bağlanma süresi',
  connectHint: 'Yanıtlamadan sesler duyulana kadar. Aşılırsa çağrı bağlanamamış sayılır.',
  grace: 'Kopan tarafı bekleme',
  graceHint: 'Kapanan bir sekme, kesilen bir ağ: bir tarafın dönmesi için tanınan süre.',
  wrapUp: 'Çağrıdan sonra mola',
  wrapUpHint: 'Yeni çağrı çalmadan not almak için. Temsilciler daha erken bitirebilir.',
  longest: 'En uzun çağrı',
  longestHint: 'Sonra kendiliğinden biter.',
  seconds: 'saniye',
  minutes: 'dakika',
  daysUnit: 'gün',
  range: (from, to) => `${from} ile ${to} arasında bir tam sayı.`,
  queueTooShort: 'Bir çalıştan kısa: ikinci temsilciye sıra gelmez.',

  connection: {
    title: 'Bağlantı testi',
    lead: 'Çağrılar tarayıcıdan tarayıcıya gider. Arada ağlar varsa STUN ve TURN sunucuları yardım eder. Burada her biri sizin tarayıcınızdan denenir.',
    where:
      'Bu, kendi ağınızın sunuculara nasıl ulaştığını gösterir. Bir müşterinin gözünden görmek için sayfayı şirketinizin dışında, örneğin telefonun ağında açın.',
    run: 'Testi başlat',
    again: 'Yeniden dene',
    running: 'Deneniyor …',
    server: 'Sunucu',
    transports: { udp: 'UDP', tcp: 'TCP', tls: 'TLS' },
    took: (time) => `${time} sonra`,
    address: (address) => `Dışarıdan görünen adresiniz ${address}`,
    results: {
      works: 'Çalışıyor',
      credentials: 'Yanlış kimlik bilgisi',
      unreachable: 'Ulaşılamıyor',
      refused: 'Geri çeviriyor',
      invalid: 'Adres değil',
      unsupported: 'Bu tarayıcıda çağrı yok',
    },
    advice: {
      credentials:
        'Aktarıcı başka bir gizli değer biliyor. PARLEY_TURN_SECRET, coturn’un static-auth-secret değeriyle harfi harfine aynı olmalı ve iki saat de doğru gitmeli.',
      unreachableUdp:
        'Yanıt gelmedi. Sunucu çalışıyor mu? Bütün güvenlik duvarları bu kapıya ve aktarıcının 49152–65535 kapılarına UDP geçiriyor mu?',
      unreachableTcp:
        'Bağlantı kurulamadı. Sunucu çalışıyor mu, bütün güvenlik duvarları bu kapıya TCP geçiriyor mu?',
      unreachableTls:
        'Bağlantı kurulamadı. Kapı açık mı, aktarıcının sertifikası bu ada ait ve süresi geçmemiş mi?',
      refused:
        'Aktarıcı yerinde ve bizi tanıyor ama adres vermiyor: kotası dolmuş ya da kapısı kalmamış. Hangisi olduğunu günlüğü söyler.',
      invalid: 'Tarayıcı bu adresi okuyamıyor. turn:turn.example.com:3478?transport=udp gibi yazılır.',
      unsupported: 'Güncel bir Chrome, Edge, Firefox ya da Safari’yi https ile kullanın.',
    },
    through: 'Aktarıcıdan geçip geri dönme',
    throughLead:
      'Bu tarayıcının iki bağlantısı aktarıcıda buluşur; yalnızca onun üzerinden giden bir çağrıda olduğu gibi.',
    throughWorks: (time) => `Çalışıyor, gidiş dönüş ${time}`,
    throughFails: 'Hiçbir şey geçmiyor',
    throughAdvice:
      'Aktarıcı adres veriyor ama o adreslere gönderileni taşımıyor. 49152–65535 kapılarına UDP ile ulaşılabilmeli ve denied-peer-ip kendi adresini içermemeli.',
    throughSkipped: 'Denenmedi: çalışan aktarıcı yok.',
    none: 'Kurulu sunucu yok',
    noneText:
      'Çağrılar yalnızca iki taraf birbirini doğrudan gördüğünde, örneğin aynı ağda bağlanır. Bu hizmeti işleten PARLEY_STUN_URLS, PARLEY_TURN_URLS ve PARLEY_TURN_SECRET değerlerini verir.',
    noTurn: 'TURN aktarıcısı yok',
    noTurnText:
      'Aşağı yukarı her beş çağrıdan biri, telefonlarda daha fazlası ona ihtiyaç duyar. PARLEY_TURN_URLS ve PARLEY_TURN_SECRET değerlerini verin; coturn’un nasıl çalıştırılacağı docs/calls.md içindedir.',
    allWell: 'Her şey çalışıyor',
    allWellText: 'Çağrılar hemen her ağdan bağlanabilir.',
    someFail: 'Her şey çalışmıyor',
    someFailText:
      'Çağrılar çalışanlar üzerinden bağlanır. Sıkı ağlardaki müşteriler için kalanları da düzeltin.',
    allFail: 'Buradan hiçbiri çalışmıyor',
    allFailText: 'Kendi çağrılarınız yalnızca aynı ağın içinde bağlanır.',
  },
}
