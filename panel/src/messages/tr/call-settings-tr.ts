import type { Messages } from '../en.ts'

export const callSettingsTr: Messages['callSettings'] = {
  title: 'Çağrılar',
  lead: 'Ziyaretçiler bu widget’tan arayabilir mi, çağrıları nasıl işler.',
  running: 'Değişiklikler yeni çağrılar için geçerlidir. Süren çağrılar kendi ayarlarını korur.',

  mode: 'Widget’tan çağrı',
  modes: {
    off: { title: 'Kapalı', text: 'Widget’ta çağrı düğmesi olmaz.' },
    audio: { title: 'Sesli', text: 'Müşteriler bir temsilciyle konuşur.' },
    video: {
      title: 'Sesli ve görüntülü',
      text: 'Müşteriler de temsilciler de kamerasını açabilir veya ekranını paylaşabilir.',
    },
  },

  recording: 'Kayıt',
  recordingLead:
    'İki ses ve açıksa görüntü, yanıtlayan temsilcinin tarayıcısında kaydedilir. İki taraf da çağrının kaydedildiğini görür; temsilci kaydı duraklatabilir, örneğin kart numarası okunurken.',
  recordings: {
    off: { title: 'Asla', text: 'Hiçbir çağrı kaydedilmez.' },
    notify: { title: 'Her zaman, bildirerek', text: 'Müşteri bunu çağrı çalmadan önce okur.' },
    ask: {
      title: 'Müşteriye sor',
      text: 'Müşteriye çağrı çalmadan önce sorulur. Hayır derse çağrı yine sürer, kayıt yapılmaz.',
    },
  },
  consent:
    'Birçok ülke kayda ancak herkesin onayıyla ve belirtilen bir amaçla izin verir. Bildirimin yeteceğinden emin değilseniz “Müşteriye sor”u seçin: Parley sorar, yanıtı çağrıyla birlikte saklar ve onay olmadan hiçbir şey kaydetmez. Sizin için geçerli öbür yasal koşulları denetleyin.',
  days: 'Kayıtları sakla',
  daysHint: 'Sonra kalıcı olarak silinirler. Çağrının kaydı listede kalır.',

  privacy: 'Bağlantı',
  relayOnly: 'Her zaman aktarıcıyı kullan',
  relayOnlyHint:
    'Taraflar birbirinin IP adresini görmez. Bütün çağrı trafiğini taşıyan bir TURN aktarıcısı gerektirir ve küçük bir gecikme ekler.',
  noRelay: 'TURN aktarıcısı yok. Bu ayarla hiçbir çağrı bağlanamaz.',
  test: 'Bağlantı testi',

  ring: 'Kim aranır',
  ringLead:
    'Bir takıma ait çağrılar için: açık konuşmanın takımı, yoksa widget’ın konuşmalarının başladığı takım. Özel temsilci herkesten önce aranır.',
  rings: {
    team_first: {
      title: 'Önce takım, sonra herkes',
      text: 'Önce takımın üyeleri aranır. Süre dolunca ya da üye kalmayınca diğerleri de aranır.',
    },
    team_only: { title: 'Yalnızca takım', text: 'Yalnızca takımın üyeleri aranır.' },
    everyone: { title: 'Herkes', text: 'Takımdan bağımsız olarak bütün temsilciler aranır.' },
  },
  teamTime: 'Yalnızca takımı arama süresi',
  teamTimeHint: 'Çağrının başlangıcından itibaren. Hiçbir üye çağrı alamıyorsa hemen herkes aranır.',

  nobody: 'Müsait temsilci olmadığında',
  nobodyLead: 'Bütün temsilciler uzakta ya da çıkış yapmışken geçerlidir.',
  nobodies: {
    message: { title: 'Mesaj iste', text: 'Çağrı başlamaz. Müşteri sohbete yönlendirilir.' },
    wait: { title: 'Sıraya al', text: 'Çağrı, biri müsait olana kadar sırada bekler.' },
  },

  times: 'Zaman sınırları',
  offer: 'Her temsilcide çalma süresi',
  offerHint: 'Sonra çağrı sıradakine geçer.',
  queue: 'En uzun bekleme',
  queueHint: 'Çağrının başından biri yanıtlayana kadar.',
  connect: 'Bağlantı zaman aşımı',
  connectHint: 'Yanıtlamadan sesler duyulana kadar. Aşılırsa çağrı bağlanamamış sayılır.',
  grace: 'Yeniden bağlanma süresi',
  graceHint: 'Sekmesini kapatan ya da ağı kesilen tarafı çağrının ne kadar bekleyeceği.',
  wrapUp: 'Çağrı sonrası süre',
  wrapUpHint: 'Yeni çağrı çalmadan not almak için. Temsilciler daha erken bitirebilir.',
  longest: 'En uzun çağrı süresi',
  longestHint: 'Sonra çağrı otomatik olarak biter.',
  seconds: 'saniye',
  minutes: 'dakika',
  daysUnit: 'gün',
  range: (from, to) => `${from} ile ${to} arasında bir tam sayı girin.`,
  queueTooShort: 'Bu, bir temsilcide çalma süresinden kısa; ikinci temsilci denenmez.',

  connection: {
    title: 'Bağlantı testi',
    lead: 'Çağrılar tarayıcıları doğrudan bağlar. Bir ağ doğrudan bağlantıları engellediğinde STUN ve TURN sunucuları yardım eder. Bu test her sunucuyu sizin tarayıcınızdan dener.',
    where:
      'Sonuçlar kendi ağınız içindir. Bir müşteri gibi denemek için bu sayfayı şirket ağınızın dışında, örneğin mobil veriyle açın.',
    run: 'Testi başlat',
    again: 'Yeniden dene',
    running: 'Test ediliyor …',
    server: 'Sunucu',
    transports: { udp: 'UDP', tcp: 'TCP', tls: 'TLS' },
    took: (time) => `${time} sonra`,
    address: (address) => `Dışarıdan görünen adresiniz ${address}`,
    results: {
      works: 'Çalışıyor',
      credentials: 'Yanlış kimlik bilgisi',
      unreachable: 'Ulaşılamıyor',
      refused: 'Reddedildi',
      invalid: 'Geçersiz adres',
      unsupported: 'Bu tarayıcı çağrıları desteklemiyor',
    },
    advice: {
      credentials:
        'Aktarıcı başka bir gizli değer biliyor. PARLEY_TURN_SECRET, coturn’un static-auth-secret değeriyle harfi harfine aynı olmalı ve iki saat de doğru gitmeli.',
      unreachableUdp:
        'Yanıt gelmedi. Sunucu çalışıyor mu? Bütün güvenlik duvarları bu porta ve aktarıcının 49152–65535 portlarına UDP geçiriyor mu?',
      unreachableTcp:
        'Bağlantı kurulamadı. Sunucu çalışıyor mu, bütün güvenlik duvarları bu porta TCP geçiriyor mu?',
      unreachableTls:
        'Bağlantı kurulamadı. Port açık mı, aktarıcının sertifikası bu ada ait ve süresi geçmemiş mi?',
      refused:
        'Aktarıcı kimlik bilgilerini kabul ediyor ama adres vermiyor: kotası dolmuş ya da boş portu kalmamış. Günlüğünü denetleyin.',
      invalid: 'Tarayıcı bu adresi okuyamıyor. turn:turn.example.com:3478?transport=udp gibi yazılır.',
      unsupported: 'Güncel bir Chrome, Edge, Firefox ya da Safari’yi https ile kullanın.',
    },
    through: 'Aktarıcıdan geçip geri dönme',
    throughLead:
      'Bu tarayıcının iki bağlantısı aktarıcıda buluşur; yalnızca onun üzerinden giden bir çağrıda olduğu gibi.',
    throughWorks: (time) => `Çalışıyor, gidiş dönüş ${time}`,
    throughFails: 'Veri geçmiyor',
    throughAdvice:
      'Aktarıcı adres veriyor ama o adreslere gönderileni taşımıyor. 49152–65535 portlarına UDP ile ulaşılabilmeli ve denied-peer-ip kendi adresini içermemeli.',
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
      'Çağrılar çalışan sunucuları kullanır. Kısıtlı ağlardaki müşteriler için öbürlerini düzeltin.',
    allFail: 'Buradan hiçbir sunucu çalışmıyor',
    allFailText: 'Buradan çağrılar yalnızca aynı ağ içinde bağlanır.',
  },
}
